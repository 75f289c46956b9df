import CYaml

/// Finds YAML anchors and aliases before the text is composed into nodes: composing expands them, and a few lines of
/// them can stand for more values than any machine has memory for.
enum YAMLAliases {
    /// Returns the first line with an anchor or alias, counted from 1, or `nil` if there is none before the end or the
    /// first error. Asks the parser's own events, which expand nothing.
    static func firstLine(in text: String) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            var parser = yaml_parser_t()
            guard yaml_parser_initialize(&parser) == 1 else { return nil }
            defer { yaml_parser_delete(&parser) }
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else { return nil }
                defer { yaml_event_delete(&event) }
                if isAlias(event) { return Int(event.start_mark.line) + 1 }
                if event.type == YAML_STREAM_END_EVENT { return nil }
            }
        }
    }

    private static func isAlias(_ event: yaml_event_t) -> Bool {
        switch event.type {
        case YAML_ALIAS_EVENT: true
        case YAML_SCALAR_EVENT: event.data.scalar.anchor != nil
        case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.anchor != nil
        case YAML_MAPPING_START_EVENT: event.data.mapping_start.anchor != nil
        default: false
        }
    }
}
