/** The kinds of action for which a station can require a second person. */
export const TWO_PERSON_KINDS = ['counter-back', 'resolve-unknown-prints', 'confirm-clock', 'change-data', 'delete'] as const;
export type TwoPersonKind = (typeof TWO_PERSON_KINDS)[number];

/**
 * The commands of each kind, as noun and verb. `counters.put` belongs to its kind only if it sets the counter back: see `isSetBack` of the station; edits for
 * a controller that was offline belong to theirs only if they change a table or variable, when they are finished. A test
 * compares this table with the commands of the contract, so that a new command that deletes something is decided about.
 */
export const TWO_PERSON_OPERATIONS = {
  'counter-back': ['counters.put'],
  'resolve-unknown-prints': ['prints.resolve'],
  'confirm-clock': ['clock.confirm'],
  'change-data': [
    'tables.addColumn',
    'tables.addRows',
    'tables.editCells',
    'tables.put',
    'tables.rename',
    'tables.renameColumn',
    'unsavedEdits.keep',
    'unsavedEdits.send',
    'variables.put',
    'variables.rename',
  ],
  delete: [
    'audit.setRetention',
    'connections.remove',
    'counters.remove',
    'fonts.remove',
    'labels.remove',
    'lineStops.remove',
    'lines.remove',
    'orderFolders.remove',
    'people.remove',
    'printers.remove',
    'readers.remove',
    'shiftCodes.remove',
    'signalDevices.remove',
    'tables.deleteColumn',
    'tables.deleteRows',
    'tables.remove',
    'variables.remove',
    'webhooks.remove',
  ],
} as const satisfies Record<TwoPersonKind, readonly string[]>;

/** Commands that take something away and never need a second person, with the reason. */
export const NOT_TWO_PERSON: Readonly<Record<string, string>> = {
  'apiKeys.revoke': 'withdraws access, which must be possible at once',
  'changeovers.cancel': 'everyday work at a line, and nothing that is stored for later is lost',
  'orders.cancel': 'everyday work at a line; the order stays with its reason',
  'preflights.remove': 'removes the result of a check, which can be made again',
  'printers.discardPending': 'discards a change that has not been made yet',
  'queue.remove': 'everyday work at a line; the job can be queued again',
  'simulatedFaults.clear': 'ends a fault that is simulated for training',
  'unsavedEdits.discard': 'discards a change that has not reached a controller yet',
  'updates.cancel': 'gives up an installation that has changed nothing yet',
  'wallScreens.remove': 'withdraws access, which must be possible at once',
};

/** The command that changes the rule. It needs a second person if it no longer requires one for a kind. */
export const TWO_PERSON_RULE_OPERATION = 'people.putTwoPersonRule';

/** Every command that a second person may have to confirm. */
export type TwoPersonOperation = (typeof TWO_PERSON_OPERATIONS)[TwoPersonKind][number] | typeof TWO_PERSON_RULE_OPERATION;
