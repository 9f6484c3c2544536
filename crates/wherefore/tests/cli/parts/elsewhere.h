#define QUICK(p, q) always (p implies then q)
