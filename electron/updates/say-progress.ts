import { isUpdateEnd, type UpdateProgress, type UpdateStage } from '#contract/updates/update-state.ts';

const STAGES: Readonly<Record<UpdateStage, string>> = {
  copying: 'the package is copied',
  checking: 'the package is checked',
  'backing-up': 'a backup is made',
  waiting: 'waits until no job is selected',
  stopping: 'the programs stop',
  saving: 'the data are copied',
  installing: 'the new version is installed',
  starting: 'the new version starts',
  observing: 'the new version is watched',
  'stopping-new': 'the new version stops',
  'judging-data': 'the data are compared',
  'installing-old': 'the old version is installed again',
  'restoring-data': 'the old data are put back',
  'starting-old': 'the old version starts',
  done: 'done',
  refused: 'refused',
  cancelled: 'cancelled',
  'rolled-back': 'rolled back',
  kept: 'not rolled back: the new version stays',
};

const KEPT =
  'The new version has changed the data and has already reserved prints, whose values the old version would print again. Correct what is named above, or install a corrected version.';

/** The lines that tell a person about the current or last update. */
export function sayProgress({ stage, from, to, changed, reason, changedLabels }: UpdateProgress): string[] {
  const which = `${from} to ${to ?? 'a version that is not known yet'}`;
  return [
    `${isUpdateEnd(stage) ? 'last update' : 'update'}: ${which}: ${STAGES[stage]} (${changed})`,
    ...(reason === null ? [] : [`reason: ${reason.text}`]),
    ...(stage === 'kept' ? [KEPT] : []),
    ...(changedLabels.length === 0 ? [] : [`labels that are drawn differently: ${changedLabels.join(', ')}`]),
  ];
}
