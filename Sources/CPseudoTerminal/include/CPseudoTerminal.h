#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H
int pseudo_terminal_placeholder(void);
#endif
