import Canvas
import Contacts
import ShopClient
import TerminalText

// Events.
extension ContactsCounter {
    mutating func receive(_ event: ContactsEvent, _ shell: inout ShellContext) -> [ContactsRequest] {
        switch event {
        case .listed(let query, let answer): show(answer, of: query, &shell)
        case .changed:
            details.change()
            return change(shell)
        case .contactRead(let id, let contact):
            if shell[ContactForm.self]?.isSending == false { shell[ContactForm.self]?.rebase(id, on: contact) }
            showOnCard(contact, id, &shell)
        case .saved(let save, let result): return finish(result, of: save, &shell)
        case .deleted(let contact, let result): return finish(result, ofDeleting: contact, &shell)
        case .restored(let deleted, let result): finish(result, ofRestoring: deleted, &shell)
        case .pictureArrived(let press, let result): shell[ContactForm.self]?.receive(result, of: press)
        case .detailsRead(let contact, let details):
            self.details.show(details, of: contact)
            shell[ContactCard.self]?.details = self.details
        case .avatarsChanged(let known): avatars.update(known)
        }
        return []
    }

    /// Handles a change of the phone book by requesting what is shown again. A hidden list is requested when it
    /// appears.
    private mutating func change(_ shell: ShellContext) -> [ContactsRequest] {
        let list = shell.isShown ? ask() : []
        let form = shell[ContactForm.self]
        let edited = form?.isSending == true ? nil : form?.contact
        guard let contact = edited ?? shell[ContactCard.self]?.contact else { return list }
        return list + [.readContact(contact.id)]
    }

    /// Updates the card with the present contact; closes it if the contact is gone.
    private func showOnCard(_ contact: Contact?, _ id: ContactID, _ shell: inout ShellContext) {
        guard let card = shell[ContactCard.self], card.contact.id == id else { return }
        guard let contact else {
            shell.close(ContactCard.self)
            if shell[ContactForm.self] == nil { shell.queue(.contact(.failed(.gone(card.contact.name)), shell.words)) }
            return
        }
        shell[ContactCard.self]?.show(contact)
    }

    /// Shows the result of a query, unless a newer query is pending. The selection stays on its contact, or on its row
    /// if the contact is gone.
    private mutating func show(
        _ answer: Result<PhoneBookList, PhoneBookError>, of query: ContactQuery, _ shell: inout ShellContext
    ) {
        guard query.sequence == self.query.sequence else { return }
        switch answer {
        case .success(let contacts):
            phase = .open
            if contacts != self.contacts || !isWholeListShown { show(contacts, query, &shell) }
            if let awaited { selectOnceListed(awaited.id, &shell) }
        case .failure(let error): phase = .failed(error)
        }
    }

    private mutating func show(_ contacts: PhoneBookList, _ query: ContactQuery, _ shell: inout ShellContext) {
        let position = position(in: contacts, query, shell)
        (self.contacts, isWholeListShown, shownText) = (contacts, shell.list.filter == nil, query.text)
        shell.list.show(contacts.listed(contentVersion: query.sequence), selecting: position)
        shell.list.propose(contacts.nearestName?.string)
    }

    /// Returns what is selected in a new list: the same contact, unless a new text finds the names of others.
    private func position(in contacts: PhoneBookList, _ query: ContactQuery, _ shell: ShellContext) -> ListPosition {
        let selected = shell.list.selected(Contact.self)
        let isNewText = query.text != shownText && !query.text.isEmpty
        let best = isNewText ? contacts.bestRow : nil
        if let selected, best == nil || SearchPattern(query.text).matches(selected.name.string),
            let position = contacts.position(of: selected.id)
        {
            return position
        }
        let row = self.contacts.row(at: shell.list.cursor.selection)
        return contacts.position(ofRow: best ?? (isNewText ? 0 : row))
    }

    /// Selects the contact as soon as it is listed, unless the user moves the selection first.
    private mutating func selectOnceListed(_ id: ContactID, _ shell: inout ShellContext) {
        let position = contacts.position(of: id)
        if let position { shell.list.select(position) }
        awaited = position == nil ? AwaitedContact(id: id, selected: shell.list.selected(Contact.self)?.id) : nil
    }

    /// Handles the result of a save. If its form is still open, the form reports a failure.
    private mutating func finish(
        _ result: Result<SaveOutcome, PhoneBookError>, of save: ContactSave, _ shell: inout ShellContext
    ) -> [ContactsRequest] {
        let isAwaited = shell[ContactForm.self]?.saving == save
        switch result {
        case .success(.saved(let contact)):
            selectOnceListed(contact.id, &shell)
            shell[ContactCard.self]?.show(contact)
            shell.queue(.contact(.saved(contact.name), shell.words))
            return isAwaited ? shell[ContactForm.self]?.close(&shell) ?? [] : []
        case .success(.numberTaken(let others)):
            guard isAwaited, let other = others.first else { return [] }
            shell[ContactForm.self]?.fail(nil)
            shell.ask(ContactQuestion.numberTaken(by: other, save))
        case .success(.changedMeanwhile(let present)):
            fail(save, isAwaited, .changedMeanwhile, .changedMeanwhile(save.draft.name), now: present, &shell)
        case .success(.gone): fail(save, isAwaited, .gone, .gone(save.draft.name), now: nil, &shell)
        case .failure(let error):
            guard isAwaited else { shell.queue(.contact(.failed(.storage(error)), shell.words)); return [] }
            shell[ContactForm.self]?.fail(.storage(error))
        }
        return []
    }

    /// Reports that the contact changed while it was edited: in the form, with the present values, or else as a toast.
    private func fail(
        _ save: ContactSave, _ isAwaited: Bool, _ notice: ContactNotice, _ failure: ContactFailure,
        now present: Contact?, _ shell: inout ShellContext
    ) {
        guard isAwaited else { return shell.queue(.contact(.failed(failure), shell.words)) }
        shell[ContactForm.self]?.fail(notice)
        if let seen = save.seen { shell[ContactForm.self]?.rebase(seen.id, on: present) }
    }
}

// Deleting and undo.
extension ContactsCounter: UndoesChanges {
    private mutating func finish(
        _ result: Result<DeleteOutcome, PhoneBookError>, ofDeleting contact: Contact, _ shell: inout ShellContext
    ) -> [ContactsRequest] {
        switch result {
        case .success(.deleted(let deleted)):
            self.deleted = deleted
            shell.offerUndo()
            if shell[ContactForm.self]?.contact?.id == contact.id { shell.close(ContactForm.self) }
            if shell[ContactCard.self]?.contact.id == contact.id { shell.close(ContactCard.self) }
            shell.show(.contact(.deleted(contact.name), shell.words))
            return [.cancelPicture]
        case .success(.changedMeanwhile(let present)):
            shell[ContactForm.self]?.rebase(contact.id, on: present)
            shell.queue(.contact(.failed(.changedMeanwhile(contact.name)), shell.words))
        case .success(.gone):
            shell[ContactForm.self]?.rebase(contact.id, on: nil)
            shell.queue(.contact(.failed(.gone(contact.name)), shell.words))
        case .failure(let error): shell.queue(.contact(.failed(.storage(error)), shell.words))
        }
        return []
    }

    mutating func undo(_ shell: inout ShellContext) -> [ContactsRequest]? {
        guard let deleted else { return nil }
        self.deleted = nil
        return [.restore(deleted)]
    }

    private mutating func finish(
        _ result: Result<Contact, PhoneBookError>, ofRestoring deleted: DeletedContact, _ shell: inout ShellContext
    ) {
        switch result {
        case .success(let contact):
            selectOnceListed(contact.id, &shell)
            shell.show(.contact(.restored(contact.name), shell.words))
        case .failure(let error):
            self.deleted = deleted
            shell.offerUndo()
            shell.show(.contact(.failed(.storage(error)), shell.words))
        }
    }
}
