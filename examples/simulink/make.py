#!/usr/bin/env python3
"""Writes the block diagrams of this folder: python3 make.py

A diagram is a list of systems, a system a list of blocks and lines. Positions are columns and rows of a grid.
The archives are the same bytes every time.
"""

import zipfile
from xml.sax.saxutils import escape, quoteattr

OPERATORS = {"and": "AND", "or": "OR", "not": "NOT"}


class System:
    """Blocks and lines. Every block has a name; a line is ("from", "to", input) or ("from", output, "to", input)."""

    def __init__(self):
        self.blocks, self.lines, self.ids = [], [], {}

    def block(self, kind, name, place, ports=(1, 1), inside=None, mask=None, source=None, **parameters):
        self.ids[name] = None
        self.blocks.append((kind, name, place, ports, inside, mask, source, parameters))

    def line(self, *ends):
        if len(ends) == 3:
            ends = (ends[0], 1, ends[1], ends[2])
        self.lines.append(ends)

    # Shorthands for the blocks that are used most.
    def inport(self, name, number, place, **parameters):
        self.block("Inport", name, place, (0, 1), Port=number, **parameters)

    def outport(self, name, number, place, **parameters):
        self.block("Outport", name, place, (1, 0), Port=number, **parameters)

    def logic(self, name, operator, inputs, place):
        ports = (len(inputs), 1)
        self.block("Logic", name, place, ports, Operator=OPERATORS[operator], Inputs=len(inputs), OutDataTypeStr="boolean")
        self.feed(name, inputs)

    def feed(self, name, inputs):
        for number, source in enumerate(inputs, 1):
            source = source if isinstance(source, tuple) else (source, 1)
            self.lines.append((source[0], source[1], name, number))


class Writer:
    def __init__(self):
        self.next = 1

    def system(self, system, depth):
        pad = "  " * depth
        for block in system.blocks:
            system.ids[block[1]] = self.next
            self.next += 1
        out = [f"{pad}<System>"]
        for kind, name, (column, row), ports, inside, mask, source, parameters in system.blocks:
            width, height = (90, 34 * max(ports)) if inside or max(ports) > 1 else (40, 30)
            left, top = 40 + 130 * column, 40 + 75 * row
            sid = system.ids[name]
            out.append(f'{pad}  <Block BlockType="{kind}" Name={quoteattr(name)} SID="{sid}">')
            if kind not in ("Inport", "Outport"):
                out.append(f'{pad}    <P Name="Ports">[{ports[0]}, {ports[1]}]</P>')
            out.append(f'{pad}    <P Name="Position">[{left}, {top}, {left + width}, {top + height}]</P>')
            for key, value in parameters.items():
                out.append(f'{pad}    <P Name="{key}">{escape(str(value))}</P>')
            if source:
                out.append(f'{pad}    <P Name="SourceBlock">{escape(source)}</P>')
            if mask:
                out.append(f"{pad}    <Mask><Type>{mask}</Type></Mask>")
            if inside:
                out.extend(self.system(inside, depth + 2))
            out.append(f"{pad}  </Block>")
        by_source = {}
        for source, output, target, number in system.lines:
            by_source.setdefault((source, output), []).append((target, number))
        for (source, output), targets in by_source.items():
            out.append(f"{pad}  <Line>")
            out.append(f'{pad}    <P Name="Src">{system.ids[source]}#out:{output}</P>')
            ends = [f'<P Name="Dst">{system.ids[target]}#in:{number}</P>' for target, number in targets]
            if len(ends) == 1:
                out.append(f"{pad}    {ends[0]}")
            else:
                out.extend(f"{pad}    <Branch>{end}</Branch>" for end in ends)
            out.append(f"{pad}  </Line>")
        out.append(f"{pad}</System>")
        return out


class Chart:
    """A Stateflow chart: states in boxes (left, top, width, height), transitions with labels, data with scopes."""

    def __init__(self, name):
        self.name, self.states, self.transitions, self.data = name, [], [], []

    def state(self, name, box, actions="", parent=None):
        self.states.append((name, box, actions, parent))

    def transition(self, source, target, label, middle=None, parent=None):
        """`source` is None for a default transition, which then belongs to `parent`."""
        self.transitions.append((source, target, label, middle, parent))

    def datum(self, name, scope, kind, first=None):
        self.data.append((name, scope, kind, first))

    def box(self, name):
        return next(box for other, box, _, _ in self.states if other == name)

    def text(self, number):
        self.ids = {name: place for place, (name, _, _, _) in enumerate(self.states, 1)}
        self.orders = {}
        out = [f'      <chart id="{number}">', f'        <P Name="name">{escape(self.name)}</P>']
        out.append('        <P Name="decomposition">CLUSTER_CHART</P>')
        out.append('        <P Name="updateMethod">DISCRETE</P>')
        out.append('        <P Name="userSpecifiedStateTransitionExecutionOrder">1</P>')
        out.append('        <P Name="actionLanguage">2</P>')
        out.append("        <Children>")
        out += self.inside(None, "          ")
        for place, (name, scope, kind, first) in enumerate(self.data, 1):
            value = "" if first is None else f'<P Name="initialValue">{first}</P>'
            out.append(f'          <data SSID="{200 + place}" name="{name}"><P Name="scope">{scope.upper()}_DATA</P>'
                       f'<props>{value}</props><P Name="dataType">{kind}</P></data>')
        out += ["        </Children>", "      </chart>"]
        return out

    def inside(self, parent, pad):
        out = []
        for name, box, actions, owner in self.states:
            if owner != parent:
                continue
            label = f"{name}\n{actions}" if actions else name
            out.append(f'{pad}<state SSID="{self.ids[name]}">')
            out.append(f'{pad}  <P Name="labelString">{escape(label)}</P>')
            out.append(f'{pad}  <P Name="position">[{" ".join(map(str, box))}]</P>')
            out.append(f'{pad}  <P Name="type">OR_STATE</P>')
            out.append(f'{pad}  <P Name="decomposition">CLUSTER_STATE</P>')
            inner = self.inside(name, pad + "    ")
            out += [f"{pad}  <Children>"] + inner + [f"{pad}  </Children>"] if inner else []
            out.append(f"{pad}</state>")
        for place, arrow in enumerate(self.transitions, 1):
            if self.owner(arrow) == parent:
                out += self.arrow(place, arrow, pad)
        return out

    def owner(self, arrow):
        """The state that an arrow is drawn in: the innermost around both of its ends."""
        source, target, _, _, parent = arrow
        if source is None:
            return parent
        around = lambda name: next((owner for other, _, _, owner in self.states if other == name), None)
        outside = [around(source)]
        while outside[-1] is not None:
            outside.append(around(outside[-1]))
        place = around(target)
        while place not in outside:
            place = around(place)
        return place

    def arrow(self, place, arrow, pad):
        source, target, label, middle, parent = arrow
        order = self.orders[source, parent] = self.orders.get((source, parent), 0) + 1
        (left, top, width, height) = self.box(target)
        if source is None:
            begin, end = (left + 20, top - 25), (left + 20, top)
        else:
            (x, y, w, h) = self.box(source)
            mid = middle or ((x + w / 2 + left + width / 2) / 2, (y + h / 2 + top + height / 2) / 2)
            begin, end = border((x, y, w, h), mid), border((left, top, width, height), mid)
        mid = middle or ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2)
        point = lambda at: f"[0 0 0 0 {at[0]:g} {at[1]:g} 0 0]"
        from_ = f'<P Name="SSID">{self.ids[source]}</P>' if source else ""
        return [f'{pad}<transition SSID="{100 + place}">',
                f'{pad}  <P Name="labelString">{escape(label)}</P>',
                f'{pad}  <P Name="labelPosition">[{mid[0] + 6:g} {mid[1] - 8:g} 90 14]</P>',
                f'{pad}  <src>{from_}<P Name="intersection">{point(begin)}</P></src>',
                f'{pad}  <dst><P Name="SSID">{self.ids[target]}</P><P Name="intersection">{point(end)}</P></dst>',
                f'{pad}  <P Name="midPoint">[{mid[0]:g} {mid[1]:g}]</P>',
                f'{pad}  <P Name="executionOrder">{order}</P>',
                f"{pad}</transition>"]


def border(box, towards):
    """The point of the border of a box that lies in the direction of another point."""
    left, top, width, height = box
    x, y = left + width / 2, top + height / 2
    dx, dy = towards[0] - x, towards[1] - y
    if not dx and not dy:
        return x, top
    scale = min(width / 2 / abs(dx) if dx else 1e9, height / 2 / abs(dy) if dy else 1e9)
    return x + dx * scale, y + dy * scale


TYPES = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="xml" ContentType="application/vnd.mathworks.simulink.mdl+xml"/>
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
</Types>
"""

RELATIONS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="blockDiagram" Target="simulink/blockdiagram.xml"
 Type="http://schemas.mathworks.com/simulink/2010/relationships/blockDiagram"/>
</Relationships>
"""


def write(name, root, step, charts=()):
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<ModelInformation Version="1.0">', "  <Model>"]
    lines.append('    <P Name="SolverType">Fixed-step</P>')
    lines.append(f'    <P Name="FixedStep">{step}</P>')
    lines += Writer().system(root, 2) + ["  </Model>", "</ModelInformation>", ""]
    parts = [("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONS), ("simulink/blockdiagram.xml", "\n".join(lines))]
    if charts:
        lines = ['<?xml version="1.0" encoding="utf-8"?>', "<Stateflow>", '  <machine id="1">', "    <Children>"]
        for number, chart in enumerate(charts, 2):
            lines += chart.text(number)
        lines += ["    </Children>", "  </machine>", "</Stateflow>", ""]
        parts.append(("simulink/stateflow.xml", "\n".join(lines)))
    with zipfile.ZipFile(f"{name}.slx", "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in parts:
            archive.writestr(zipfile.ZipInfo(part), text.encode(), zipfile.ZIP_DEFLATED)


def delay(system, name, source, initial, place):
    system.block("UnitDelay", name, place, InitialCondition=initial)
    system.feed(name, [source])


def objective(system, name, source, place):
    system.block("Reference", name, place, (1, 0), source="sldvlib/Objectives and Constraints/Proof Objective",
                 SourceType="Design Verifier Proof Objective", intervals="true", enabled="on")
    system.feed(name, [source])


def falling():
    """True when x has just become false."""
    edge = System()
    edge.inport("x", 1, (0, 0))
    edge.logic("NOT", "not", ["x"], (1, 0))
    delay(edge, "x before", "x", "false", (1, 1))
    edge.logic("edge", "and", ["NOT", "x before"], (2, 0))
    edge.outport("out", 1, (3, 0))
    edge.line("edge", "out", 1)
    return edge


def latch():
    """Remembers that it was set until it is reset; reset has priority."""
    memory = System()
    memory.inport("set", 1, (0, 0))
    memory.inport("reset", 2, (0, 2))
    delay(memory, "q before", "q", "false", (1, 1))
    memory.logic("OR", "or", ["set", "q before"], (2, 0))
    memory.logic("NOT", "not", ["reset"], (2, 2))
    memory.logic("q", "and", ["OR", "NOT"], (3, 1))
    memory.outport("out", 1, (4, 1))
    memory.line("q", "out", 1)
    return memory


def muv():
    """The monitor of muv.lus, block by block."""
    monitor = System()
    monitor.inport("active", 1, (0, 1))
    monitor.inport("action", 2, (0, 4))
    monitor.logic("inactive", "not", ["active"], (1, 0))
    delay(monitor, "was inactive", "inactive", "false", (2, 0))
    monitor.logic("begins", "and", ["active", "was inactive"], (3, 0))
    delay(monitor, "once before", "once", "false", (4, 1))
    monitor.logic("once", "or", ["begins", "once before"], (5, 0))
    delay(monitor, "acted before", "act_1", "false", (4, 5))
    monitor.logic("OR", "or", ["action", "acted before"], (5, 4))
    monitor.block("Constant", "true", (5, 5), (0, 1), Value="true", OutDataTypeStr="boolean")
    monitor.block("Switch", "act_n", (6, 4), (3, 1), Criteria="u2 ~= 0")
    monitor.feed("act_n", ["OR", "once", "true"])
    monitor.block("Switch", "act_1", (7, 3), (3, 1), Criteria="u2 ~= 0")
    monitor.feed("act_1", ["action", "begins", "act_n"])
    delay(monitor, "was active", "active", "false", (2, 2))
    monitor.logic("NOT", "not", ["active"], (2, 3))
    monitor.logic("AND", "and", ["NOT", "was active"], (3, 2))
    monitor.logic("goes_on", "not", ["AND"], (4, 2))
    monitor.logic("OR1", "or", ["act_1", "goes_on"], (8, 2))
    monitor.logic("NOT1", "not", ["OR1"], (9, 2))
    monitor.outport("alarm", 1, (10, 2))
    monitor.line("NOT1", "alarm", 1)

    observer = System()
    for number, name in enumerate(["active", "action", "alarm"], 1):
        observer.inport(name, number, (0, number))
    observer.logic("set", "and", ["action", "active"], (1, 2))
    observer.block("SubSystem", "Falling", (1, 0), (1, 1), inside=falling())
    observer.feed("Falling", ["active"])
    observer.block("SubSystem", "LatchR", (2, 2), (2, 1), inside=latch())
    observer.feed("LatchR", ["set", "Falling"])
    delay(observer, "acted before", "LatchR", "false", (3, 2))
    observer.logic("NOT", "not", ["acted before"], (4, 2))
    observer.logic("AND", "and", ["Falling", "NOT"], (5, 0))
    observer.block("Reference", "ok", (6, 1), (2, 1), source="sldvlib/Verification Utilities/Implies", SourceType="Implies")
    observer.feed("ok", ["AND", "alarm"])
    objective(observer, "alarm in time", "ok", (7, 0))
    observer.outport("kept", 1, (7, 1))
    observer.line("ok", "kept", 1)

    root = System()
    root.inport("active", 1, (0, 0), OutDataTypeStr="boolean")
    root.inport("action", 2, (0, 1), OutDataTypeStr="boolean")
    root.block("SubSystem", "MUV", (1, 0), (2, 1), inside=monitor)
    root.feed("MUV", ["active", "action"])
    root.block("SubSystem", "Observer", (3, 0), (3, 1), inside=observer, mask="VerificationSubsystem")
    root.feed("Observer", ["active", "action", "MUV"])
    root.outport("ok", 1, (4, 1))
    root.line("Observer", "ok", 1)
    write("muv", root, 1)


def tank():
    """A tank whose pump keeps the level between two marks. Two mistakes are in it: the pump is switched off by a comparison
    that is true one unit too late, and the alarm forgets that the sensor was broken."""
    control = System()
    control.inport("level", 1, (0, 0))
    control.inport("broken", 2, (0, 3))
    control.block("Constant", "low mark", (0, 1), (0, 1), Value="3")
    control.block("Constant", "high mark", (0, 2), (0, 1), Value="8")
    control.block("RelationalOperator", "too low", (1, 0), (2, 1), Operator="<", OutDataTypeStr="boolean")
    control.feed("too low", ["level", "low mark"])
    control.block("RelationalOperator", "too high", (1, 1), (2, 1), Operator=">", OutDataTypeStr="boolean")
    control.feed("too high", ["level", "high mark"])
    delay(control, "was on", "on", "false", (2, 2))
    control.logic("NOT", "not", ["too high"], (2, 1))
    control.logic("stays on", "and", ["was on", "NOT"], (3, 1))
    control.logic("wanted", "or", ["too low", "stays on"], (4, 0))
    control.logic("works", "not", ["broken"], (3, 3))
    control.logic("on", "and", ["wanted", "works"], (5, 0))
    delay(control, "alarm before", "alarm", "false", (4, 4))
    control.logic("alarm", "or", ["broken", "broken"], (5, 3))
    control.outport("pump", 1, (6, 0))
    control.outport("alarm out", 2, (6, 3))
    control.line("on", "pump", 1)
    control.line("alarm", "alarm out", 1)

    plant = System()
    plant.inport("pump", 1, (0, 0))
    plant.inport("drain", 2, (0, 2))
    plant.block("Constant", "in", (0, 1), (0, 1), Value="2")
    plant.block("Constant", "nothing", (1, 1), (0, 1), Value="0")
    plant.block("Switch", "inflow", (2, 0), (3, 1), Criteria="u2 ~= 0")
    plant.feed("inflow", ["in", "pump", "nothing"])
    plant.block("Constant", "out", (1, 2), (0, 1), Value="1")
    plant.block("Switch", "outflow", (2, 2), (3, 1), Criteria="u2 ~= 0")
    plant.feed("outflow", ["out", "drain", "nothing"])
    plant.block("Sum", "change", (3, 1), (2, 1), Inputs="+-")
    plant.feed("change", ["inflow", "outflow"])
    delay(plant, "level before", "next level", "5", (4, 2))
    plant.block("Sum", "sum", (5, 1), (2, 1), Inputs="++")
    plant.feed("sum", ["change", "level before"])
    plant.block("Saturate", "next level", (6, 1), UpperLimit="10", LowerLimit="0")
    plant.feed("next level", ["sum"])
    plant.outport("level", 1, (7, 1))
    plant.line("level before", "level", 1)

    checks = System()
    for number, name in enumerate(["level", "broken", "alarm"], 1):
        checks.inport(name, number, (0, number - 1))
    checks.block("Constant", "rim", (0, 3), (0, 1), Value="9")
    checks.block("RelationalOperator", "below the rim", (1, 0), (2, 1), Operator="<=", OutDataTypeStr="boolean")
    checks.feed("below the rim", ["level", "rim"])
    objective(checks, "no overflow", "below the rim", (2, 0))
    delay(checks, "broken before", "broken so far", "false", (2, 2))
    checks.logic("broken so far", "or", ["broken", "broken before"], (1, 2))
    checks.logic("NOT", "not", ["broken so far"], (2, 1))
    checks.logic("alarm stays", "or", ["NOT", "alarm"], (3, 1))
    objective(checks, "alarm until reset", "alarm stays", (4, 1))

    root = System()
    root.inport("drain", 1, (0, 1), OutDataTypeStr="boolean")
    root.inport("broken", 2, (0, 3), OutDataTypeStr="boolean")
    root.block("SubSystem", "Tank", (1, 0), (2, 1), inside=plant)
    root.block("SubSystem", "Controller", (3, 0), (2, 2), inside=control)
    root.feed("Controller", ["Tank", "broken"])
    root.feed("Tank", [("Controller", 1), "drain"])
    root.block("SubSystem", "Requirements", (5, 1), (3, 0), inside=checks, mask="VerificationSubsystem")
    root.feed("Requirements", ["Tank", "broken", ("Controller", 2)])
    root.outport("pump", 1, (5, 0))
    root.line("Controller", "pump", 1)
    write("tank", root, 1)


def chart_block(system, chart, place, inputs, outputs):
    """The block of a chart; the names of its ports are those of its data."""
    system.block("SubSystem", chart.name, place, (len(inputs), outputs), SFBlockType="Chart")
    system.feed(chart.name, inputs)


def compared(system, name, source, operator, number, place):
    """Whether a signal compares with a number in this way."""
    system.block("Constant", f"{name} value", (place[0], place[1] + 0.5), (0, 1), Value=number)
    system.block("RelationalOperator", name, (place[0] + 1, place[1]), (2, 1), Operator=operator, OutDataTypeStr="boolean")
    system.feed(name, [source, f"{name} value"])


def implies(system, name, inputs, place):
    system.block("Reference", name, place, (2, 1), source="sldvlib/Verification Utilities/Implies", SourceType="Implies")
    system.feed(name, inputs)


def right_mode():
    """On only when it is warm, idle only when it is not."""
    checks = System()
    checks.inport("mode", 1, (0, 0))
    checks.inport("pt", 2, (0, 3))
    compared(checks, "on", "mode", "==", 2, (1, 0))
    compared(checks, "warm", "pt", ">", 24, (1, 1))
    compared(checks, "idle", "mode", "==", 1, (1, 2))
    compared(checks, "cool", "pt", "<=", 24, (1, 3))
    implies(checks, "on when warm", ["on", "warm"], (3, 0))
    implies(checks, "idle when cool", ["idle", "cool"], (3, 2))
    checks.logic("right", "and", ["on when warm", "idle when cool"], (4, 1))
    objective(checks, "right mode", "right", (5, 1))
    return checks


def air_conditioner():
    """The air conditioner of ac.smv as a chart. `enter` true is its event enter, false its event exit; `pt` is the temperature at the
    last change. Two guards are wrong, as there: from Idle to On it should be t > 24, from On to Idle t <= 24."""
    chart = Chart("AC")
    chart.datum("enter", "input", "boolean")
    chart.datum("t", "input", "int8")
    chart.datum("mode", "output", "int8", 0)
    chart.datum("pt", "output", "int8", 0)
    chart.state("Off", (60, 60, 110, 60), "entry: mode = int8(0);")
    chart.state("Idle", (60, 240, 110, 60), "entry: mode = int8(1);")
    chart.state("On", (420, 150, 110, 60), "entry: mode = int8(2);")
    chart.transition(None, "Off", "")
    moves = [("Off", "Idle", "enter && t <= 24", (80, 180)), ("Off", "On", "enter && t > 24", (280, 90)),
             ("Idle", "Off", "~enter", (140, 170)), ("Idle", "On", "enter && t >= 24", (250, 190)),
             ("On", "Idle", "enter && t <= 26", (280, 290)), ("On", "Off", "~enter", (260, 130))]
    for source, target, guard, middle in moves:
        chart.transition(source, target, f"[{guard}]{{pt = t;}}", middle)

    root = System()
    root.inport("enter", 1, (0, 0), OutDataTypeStr="boolean")
    root.inport("t", 2, (0, 1), OutDataTypeStr="int8")
    chart_block(root, chart, (1, 0), ["enter", "t"], 2)
    root.block("SubSystem", "Requirements", (3, 1), (2, 0), inside=right_mode(), mask="VerificationSubsystem")
    root.feed("Requirements", [("AC", 1), ("AC", 2)])
    root.outport("mode", 1, (3, 0))
    root.line("AC", "mode", 1)
    write("ac_chart", root, 1, [chart])


def two_floors():
    """The air conditioner for two floors of ac2_a.smv as a chart. Without `ask` it is switched off; with it, `up` tells which floor
    asks. `pt` is the temperature at the last change. Three guards are wrong, as there: from OnUp to IdleUp it should be t <= 24,
    from IdleDown to OnDown t > 24, from OnUp to OnDown t > 24."""
    chart = Chart("AC2")
    chart.datum("ask", "input", "boolean")
    chart.datum("up", "input", "boolean")
    chart.datum("t", "input", "int8")
    chart.datum("mode", "output", "int8", 0)
    chart.datum("pt", "output", "int8", 0)
    chart.state("Off", (40, 240, 130, 60), "entry: mode = int8(0);")
    chart.state("IdleUp", (300, 60, 130, 60), "entry: mode = int8(1);")
    chart.state("OnUp", (640, 60, 130, 60), "entry: mode = int8(2);")
    chart.state("IdleDown", (300, 420, 130, 60), "entry: mode = int8(1);")
    chart.state("OnDown", (640, 420, 130, 60), "entry: mode = int8(2);")
    up, down, exit = "ask && up && ", "ask && ~up && ", "~ask"
    chart.transition(None, "Off", "")
    moves = [("Off", "IdleUp", up + "t <= 24", (190, 150)), ("Off", "OnUp", up + "t > 24", (400, 190)),
             ("IdleUp", "Off", exit, (150, 120)), ("OnUp", "Off", exit, (400, 220)),
             ("Off", "IdleDown", down + "t <= 24", (190, 400)), ("Off", "OnDown", down + "t > 24", (400, 350)),
             ("IdleDown", "Off", exit, (150, 440)), ("OnDown", "Off", exit, (400, 310)),
             ("IdleUp", "OnDown", down + "t > 24", (520, 280)), ("IdleUp", "OnUp", up + "t > 24", (530, 60)),
             ("OnUp", "IdleUp", up + "t <= 26", (530, 110)), ("IdleDown", "OnDown", down + "t >= 24", (530, 430)),
             ("IdleDown", "OnUp", up + "t > 24", (560, 260)), ("OnDown", "IdleDown", down + "t <= 24", (530, 480)),
             ("OnUp", "OnDown", down + "t <= 24", (690, 270)), ("OnDown", "OnUp", up + "t > 24", (740, 270))]
    for source, target, guard, middle in moves:
        chart.transition(source, target, f"[{guard}]{{pt = t;}}", middle)

    root = System()
    root.inport("ask", 1, (0, 0), OutDataTypeStr="boolean")
    root.inport("up", 2, (0, 1), OutDataTypeStr="boolean")
    root.inport("t", 3, (0, 2), OutDataTypeStr="int8")
    chart_block(root, chart, (1, 0), ["ask", "up", "t"], 2)
    root.block("SubSystem", "Requirements", (3, 1), (2, 0), inside=right_mode(), mask="VerificationSubsystem")
    root.feed("Requirements", [("AC2", 1), ("AC2", 2)])
    root.outport("mode", 1, (3, 0))
    root.line("AC2", "mode", 1)
    write("ac2_chart", root, 1, [chart])


def stopwatch():
    """A stopwatch with a lap time. One mistake is in it: a watch that is stopped while it shows a lap goes on showing the lap."""
    chart = Chart("Watch")
    for name in ["start", "lap"]:
        chart.datum(name, "input", "boolean")
    chart.datum("time", "output", "int16", 0)
    chart.datum("shown", "output", "int16", 0)
    chart.datum("running", "output", "boolean", "false")
    chart.state("Stop", (40, 60, 200, 220))
    chart.state("Reset", (70, 100, 130, 50), "entry: time = int16(0); shown = int16(0);", "Stop")
    chart.state("Held", (70, 200, 130, 50), "", "Stop")
    chart.state("Run", (420, 60, 240, 220), "entry: running = true;\nexit: running = false;")
    chart.state("Live", (450, 110, 150, 50), "during: time = min(time + 1, int16(99)); shown = time;", "Run")
    chart.state("Lap", (450, 210, 150, 50), "during: time = min(time + 1, int16(99));", "Run")
    chart.transition(None, "Stop", "")
    chart.transition(None, "Reset", "", None, "Stop")
    chart.transition(None, "Live", "", None, "Run")
    chart.transition("Reset", "Run", "[start]", (320, 110))
    chart.transition("Held", "Run", "[start]", (320, 180))
    chart.transition("Held", "Reset", "[lap]", (110, 175))
    chart.transition("Run", "Held", "[start]", (320, 250))
    chart.transition("Live", "Lap", "[lap]", (490, 185))
    chart.transition("Lap", "Live", "[lap]", (560, 185))

    checks = System()
    for number, name in enumerate(["time", "shown", "running"], 1):
        checks.inport(name, number, (0, number - 1))
    checks.block("RelationalOperator", "alike", (1, 0), (2, 1), Operator="==", OutDataTypeStr="boolean")
    checks.feed("alike", ["time", "shown"])
    checks.logic("at rest", "not", ["running"], (1, 2))
    implies(checks, "shows the time", ["at rest", "alike"], (2, 1))
    objective(checks, "time at rest", "shows the time", (3, 1))

    root = System()
    root.inport("start", 1, (0, 0), OutDataTypeStr="boolean")
    root.inport("lap", 2, (0, 1), OutDataTypeStr="boolean")
    chart_block(root, chart, (1, 0), ["start", "lap"], 3)
    root.block("SubSystem", "Requirements", (3, 1), (3, 0), inside=checks, mask="VerificationSubsystem")
    root.feed("Requirements", [("Watch", 1), ("Watch", 2), ("Watch", 3)])
    root.outport("shown", 1, (3, 0))
    root.lines.append(("Watch", 2, "shown", 1))
    write("stopwatch", root, 1, [chart])


def heater():
    """A controller with two modes and times. A demand heats at once; without demand it idles after two ticks. The burner must not
    run for more than five ticks without a pause; the guard that ends a long burn counts one tick too many."""
    chart = Chart("Heater")
    chart.datum("demand", "input", "boolean")
    chart.datum("burner", "output", "boolean", "false")
    chart.state("Idle", (60, 60, 130, 60), "entry: burner = false;")
    chart.state("Burn", (380, 60, 130, 60), "entry: burner = true;")
    chart.state("Pause", (220, 220, 130, 60), "entry: burner = false;")
    chart.transition(None, "Idle", "")
    chart.transition("Idle", "Burn", "[demand]", (285, 60))
    chart.transition("Burn", "Pause", "after(6, tick)", (400, 200))
    chart.transition("Burn", "Idle", "after(2, tick)[~demand]", (285, 110))
    chart.transition("Pause", "Idle", "after(3, tick)", (140, 200))

    checks = System()
    checks.inport("burner", 1, (0, 0))
    delay(checks, "count before", "count", "0", (1, 1))
    checks.block("Constant", "one", (1, 2), (0, 1), Value="1")
    checks.block("Constant", "none", (2, 2), (0, 1), Value="0")
    checks.block("Sum", "more", (2, 1), (2, 1), Inputs="++")
    checks.feed("more", ["count before", "one"])
    checks.block("MinMax", "at most", (3, 1), (2, 1), Function="min", Inputs="2")
    checks.block("Constant", "many", (2, 3), (0, 1), Value="9")
    checks.feed("at most", ["more", "many"])
    checks.block("Switch", "count", (4, 0), (3, 1), Criteria="u2 ~= 0")
    checks.feed("count", ["at most", "burner", "none"])
    compared(checks, "short", "count", "<=", 5, (5, 0))
    objective(checks, "no long burn", "short", (7, 0))

    root = System()
    root.inport("demand", 1, (0, 0), OutDataTypeStr="boolean")
    chart_block(root, chart, (1, 0), ["demand"], 1)
    root.block("SubSystem", "Requirements", (3, 1), (1, 0), inside=checks, mask="VerificationSubsystem")
    root.feed("Requirements", ["Heater"])
    root.outport("burner", 1, (3, 0))
    root.line("Heater", "burner", 1)
    write("heater", root, 1, [chart])


if __name__ == "__main__":
    muv()
    tank()
    air_conditioner()
    two_floors()
    stopwatch()
    heater()
