/** A rule of the operator's page. */
export interface PageRule {
  says: string;
  /** What no test covers yet. */
  open?: string;
}

/** Every rule by its number; H6, H7, H9 and H27 are none. */
export const PAGE_RULES: Readonly<Record<string, PageRule>> = {
  H1: { says: 'twelve healthy printers show no saturated pixel' },
  H2: { says: 'colour only for what is abnormal, and never alone' },
  H3: { says: 'red means critical and nothing else' },
  H4: { says: 'every alarm has cause, consequence, action and time' },
  H5: { says: 'alarms do not chatter; acknowledge is not clear; shelving is timed' },
  H8: { says: 'targets have their size in millimetres, and their distance' },
  H10: { says: 'nothing needs hover, double click, right click, drag or long press alone' },
  H11: { says: 'text, states, counters and dates have their size and contrast' },
  H12: { says: 'from an alarm to its fix in two taps, any screen in three' },
  H13: { says: '12 printers fit 1280x800, 24 with compact tiles, 200 scroll smoothly' },
  H14: { says: 'what a tile says of its printer' },
  H15: { says: 'every live value carries its age; a last value is never shown as live' },
  H16: { says: 'feedback to a tap within 100 ms, a result or progress within 1 s' },
  H17: { says: 'a command goes sent, accepted, confirmed; double taps have one effect' },
  H18: { says: 'what affects the line asks, naming object and consequence' },
  H19: { says: 'the irreversible needs typing, a scan or holding, and a reason' },
  H20: { says: 'Stop is always visible, far from navigation, and says that it is no emergency stop' },
  H21: { says: 'a change of state happens on that printer’s page or by an explicit "apply to 3 printers"' },
  H22: { says: 'a draft survives a power cut; undo for every edit' },
  H23: { says: 'every screen takes a scanner; an ambiguous scan never acts' },
  H24: { says: 'dates are unambiguous beside the form that is printed' },
  H25: { says: 'a wrong number is refused at the field with the reason' },
  H26: { says: 'role and person are always visible; auto-lock to view only', open: 'comes with roles and persons, a later issue' },
  H28: { says: 'every string translatable, +40 % length, right to left' },
  H29: { says: 'light, dark and high-contrast themes; a failure stays until seen' },
  H30: { says: 'full-screen kiosk; back to the same view after a crash', open: 'the kiosk in Electron runs where its binary is' },
  H31: { says: 'scan, select, verify, start by somebody new in under 60 s' },
};
