#define ANSWERS(p, q) always (p implies in the future q)
