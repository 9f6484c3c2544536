//! Tables.

use super::one_block;

#[test]
fn one_dimension() {
    let table = |text: &str| {
        let points = "NumberOfTableDimensions=1 ; BreakpointsForDimension1=[0 1 3] ; Table=[0 10 20]";
        one_block("Lookup_n-D", &format!("{points} ; {text}"), 1, 1)
    };
    table("").check(&["[0.5 2 3] => [5 15 20]", "[-1 5 0] => [-10 30 0]"]);
    table("ExtrapMethod=Clip").check(&["[-1 5 2] => [0 20 15]"]);
    table("InterpMethod=Flat").check(&["[-1 0.9 1 3 4] => [0 0 10 20 20]"]);
    table("InterpMethod=Nearest").check(&["[0.4 0.5 1.9 2] => [0 10 10 20]"]);
    let old = |text: &str| one_block("Lookup", &format!("InputValues=[0 1 3] ; Table=[0 10 20] ; {text}"), 1, 1);
    old("").check(&["[-1 2] => [-10 15]"]);
    old("LookUpMeth=Interpolation-Use End Values").check(&["[-1 2 4] => [0 15 20]"]);
    old("LookUpMeth=Use Input Below").check(&["[-1 2 4] => [0 10 20]"]);
    old("LookUpMeth=Use Input Above").check(&["[-1 2 4] => [0 20 20]"]);
    let even = "NumberOfTableDimensions=1 ; BreakpointsSpecification=Even spacing ; BreakpointsForDimension1FirstPoint=2 ; \
                BreakpointsForDimension1Spacing=2 ; Table=[1 2 4]";
    one_block("Lookup_n-D", even, 1, 1).check(&["5 => 3"]);
}

#[test]
fn two_dimensions() {
    let points = "NumberOfTableDimensions=2 ; BreakpointsForDimension1=[0 1] ; BreakpointsForDimension2=[0 2 4]";
    let table = one_block("Lookup_n-D", &format!("{points} ; Table=[0 2 4; 10 12 14]"), 2, 1);
    table.check(&["0 | 4 => 4", "0.5 | 1 => 6", "2 | 0 => 20"]);
}

#[test]
fn breakpoints_have_to_increase() {
    let table = "NumberOfTableDimensions=1 ; BreakpointsForDimension1=[0 0] ; Table=[1 2]";
    one_block("Lookup_n-D", table, 1, 1).check_problem(&["1"], "m/b: size: the breakpoints do not increase");
}
