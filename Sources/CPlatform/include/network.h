/// Changes of this machine's network. In C because the constants of netlink are not in Swift's module of the C library.
#ifndef NETWORK_H
#define NETWORK_H

/// Returns a socket that can be read after each change of an interface, an address or a route (rtnetlink(7)), or -1.
int network_changes(void);

#endif
