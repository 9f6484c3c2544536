//! Small specifications whose refinements hold, and ways to break them.

/// The airbag with a controller that fires in the next step.
pub fn airbag() -> String {
    crate::support::AIRBAG.replace("collision implies in the future explode_cmd", "collision implies then explode_cmd")
}

/// A request goes through a filter to a driver.
pub const RELAY: &str = "
@requires discrete-time
COMPONENT Relay system
 INTERFACE
  INPUT PORT request: boolean;
  INPUT PORT enable: boolean;
  OUTPUT PORT grant: boolean;
  OUTPUT PORT busy: boolean;
  CONTRACT serve
   assume: true;
   guarantee:
    always (request and enable implies then then grant) and
    always (grant implies busy);
 REFINEMENT
  SUB filter: Filter;
  SUB driver: Driver;
  CONNECTION filter.a := request;
  CONNECTION filter.b := enable;
  CONNECTION driver.go := filter.pass;
  CONNECTION grant := driver.fire;
  CONNECTION busy := driver.active;
  CONTRACT serve REFINEDBY filter.gate, driver.drive, driver.show;
COMPONENT Filter
 INTERFACE
  INPUT PORT a: boolean;
  INPUT PORT b: boolean;
  OUTPUT PORT pass: boolean;
  CONTRACT gate
   assume: true;
   guarantee: always (a and b implies then pass);
COMPONENT Driver
 INTERFACE
  INPUT PORT go: boolean;
  OUTPUT PORT fire: boolean;
  OUTPUT PORT active: boolean;
  CONTRACT drive
   assume: true;
   guarantee: always (go implies then fire);
  CONTRACT show
   assume: true;
   guarantee: always (fire iff active);
";

/// A meter and a siren, with numbers.
pub const TANK: &str = "
@requires discrete-time
COMPONENT Tank system
 INTERFACE
  INPUT PORT inflow: 0..5;
  OUTPUT PORT alarm: boolean;
  CONTRACT warn
   assume: true;
   guarantee: always (inflow >= 3 implies alarm);
 REFINEMENT
  SUB meter: Meter;
  SUB siren: Siren;
  CONNECTION meter.flow := inflow;
  CONNECTION siren.level := meter.reading;
  CONNECTION alarm := siren.on;
  CONTRACT warn REFINEDBY meter.measure, siren.sound;
COMPONENT Meter
 INTERFACE
  INPUT PORT flow: 0..5;
  OUTPUT PORT reading: 0..5;
  CONTRACT measure
   assume: true;
   guarantee: always (reading = flow);
COMPONENT Siren
 INTERFACE
  INPUT PORT level: 0..5;
  OUTPUT PORT on: boolean;
  CONTRACT sound
   assume: true;
   guarantee: always (level >= 3 implies on);
";

/// Two outputs of one part, both asked for by the same contract.
pub const TWINS: &str = "
@requires discrete-time
COMPONENT Twins system
 INTERFACE
  INPUT PORT start: boolean;
  OUTPUT PORT left: boolean;
  OUTPUT PORT right: boolean;
  CONTRACT both
   assume: true;
   guarantee: always (start implies left) and always (start implies right);
 REFINEMENT
  SUB one: One;
  CONNECTION one.go := start;
  CONNECTION left := one.x;
  CONNECTION right := one.y;
  CONTRACT both REFINEDBY one.works;
COMPONENT One
 INTERFACE
  INPUT PORT go: boolean;
  OUTPUT PORT x: boolean;
  OUTPUT PORT y: boolean;
  CONTRACT works
   assume: true;
   guarantee: always (go implies x) and always (x implies y);
";

/// A text with one place changed; the place must be there once.
pub fn changed(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "`{from}` must occur once");
    text.replace(from, to)
}
