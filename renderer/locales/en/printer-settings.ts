/** Words about how a printer takes its triggers. */
export const printerSettings = {
  title: 'Triggers',
  bounceTime: 'Shortest time between two products, in milliseconds',
  bounceTimeHint: 'From 0 to 60 000. What triggers again within this time counts as a bounce and prints nothing.',
  whenDataIsMissing: 'When a product comes and there is nothing to print',
  gap: 'Let it pass, and go on',
  stop: 'Stop the line until somebody acts',
  whenDataIsMissingHint: 'Either way it is recorded as a missed product.',
  change: 'Change',
  titleOf: 'Triggers of {printer}',
  consequence: 'It holds for {printer} from the next product on.',
  save: 'Save',
  saved: 'The triggers of {printer} are set.',
  ms: '{n} ms',
};
