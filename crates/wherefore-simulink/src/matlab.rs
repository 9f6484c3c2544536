//! Expressions of MATLAB.
