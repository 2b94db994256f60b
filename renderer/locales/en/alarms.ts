import type { AlarmPriority } from '#contract/station/alarm-priorities.ts';
import type { AlarmKind } from '#contract/station/alarms.ts';

/** What an alarm says of itself: what it is, why it is there, what follows from it, and what a person does about it. */
interface AlarmWords {
  title: string;
  cause: string;
  consequence: string;
  action: string;
}

const priorities: Record<AlarmPriority, string> = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' };

const kinds: Record<AlarmKind, AlarmWords> = {
  'printer-error': {
    title: 'Printer in error',
    cause: 'The printer reports an error and has stopped.',
    consequence: 'Nothing is printed on {printer}; products pass unmarked.',
    action: 'Remove the cause at the printer. It goes on by itself, or by its start key.',
  },
  'line-stopped': {
    title: 'Line stopped until somebody acts',
    cause: 'The controller stopped printing on this line.',
    consequence: 'Nothing is printed on {printer}, though the printer is ready.',
    action: 'Take out the products that are not marked. Then select again, or abort.',
  },
  'ink-empty': {
    title: 'Ink is empty: {subject}',
    cause: 'The ink supply {subject} is used up.',
    consequence: 'Nothing is printed on {printer}; products pass unmarked.',
    action: 'Put in a new cartridge. Look at the last products: their print may be pale.',
  },
  'ink-error': {
    title: 'Ink supply in error: {subject}',
    cause: 'The ink supply {subject} reports an error.',
    consequence: 'Prints on {printer} may be pale or have gaps.',
    action: 'Look at the last prints and at the ink supply.',
  },
  'ink-low': {
    title: 'Ink is low: {subject}',
    cause: 'Little is left in the ink supply {subject}.',
    consequence: '{printer} stops when it is empty.',
    action: 'Have a new cartridge ready, and change it at the next break.',
  },
  'ink-warning': {
    title: 'Ink supply needs care: {subject}',
    cause: 'The ink supply {subject} gives a warning.',
    consequence: '{printer} goes on printing for now.',
    action: 'Look after it when there is time.',
  },
  'product-missed': {
    title: 'A product passed unmarked',
    cause: 'A product came, and its print could not be made.',
    consequence: 'At least one product of {printer} carries no print.',
    action: 'Find the product and take it out. Correct what is named, then go on.',
  },
  'prints-unknown': {
    title: 'Were they printed? Nobody knows',
    cause: 'The connection broke off while prints were under way.',
    consequence: 'Products of {printer} may carry no print, and the count stays open.',
    action: 'Look at the products, and say of each print what became of it.',
  },
  'count-differs': {
    title: 'The printer counts otherwise',
    cause: 'The printer made another number of marks than its prints explain.',
    consequence: 'Some marks on {printer} are not on record, or its count was reset.',
    action: 'Find out why, then take its count as it is.',
  },
  'ledger-differs': {
    title: 'The accounts of prints differ',
    cause: 'What the controller {controller} counted and what it kept are not the same.',
    consequence: 'Counts and history of {controller} may be wrong.',
    action: 'Tell service, with the log of the controller.',
  },
  'printer-warning': {
    title: 'The printer asks for attention',
    cause: 'The printer reports a fault and goes on.',
    consequence: '{printer} may stop, or print worse, when nobody looks after it.',
    action: 'Look at the printer within this shift.',
  },
  'printer-stale': {
    title: 'No data from the printer',
    cause: 'The controller answers, but not for this printer.',
    consequence: 'Nobody sees here what {printer} does. It may go on printing.',
    action: 'Look at the printer itself: its power, and its cable to the controller.',
  },
  'controller-lost': {
    title: 'Controller does not answer',
    cause: '{controller} cannot be reached.',
    consequence: 'Its printers may go on printing, and cannot be seen or stopped from here.',
    action: 'Check its power and network. Stop its printers at the line when in doubt.',
  },
  'controller-refused': {
    title: 'Another controller answers',
    cause: 'What answers at the address of {controller} is not the controller that is known.',
    consequence: 'It is not let in: nothing is seen or printed through it.',
    action: 'Check the address. When the new controller is right, remove the connection and add it again.',
  },
  'controller-untrusted': {
    title: 'Certificate is not trusted',
    cause: '{controller} shows a certificate that nobody has trusted, another one than before, or one that has expired.',
    consequence: 'Nothing is sent to it: nothing is seen or printed through it. Its printers may go on printing.',
    action:
      'Compare the certificate under Connections and trust it when it is the right one. An expired one has to be replaced on the controller.',
  },
  'controller-locked': {
    title: 'Key is not taken',
    cause: '{controller} does not take the key of this station: it was revoked, has expired, or does not allow reading.',
    consequence: 'Nothing is seen or printed through it from here. Its printers may go on printing.',
    action: 'Have a new key made for this station, and give it to the connection under Connections.',
  },
  'controller-safe-mode': {
    title: 'Controller in safe mode',
    cause: '{controller} crashed several times in a row.',
    consequence: 'It only shows data: nothing is printed by it.',
    action: 'Restart it once the cause is removed. Its log names the cause.',
  },
  'controller-disk-full': {
    title: 'Disk of the controller is full',
    cause: 'There is no room left on the disk of {controller}.',
    consequence: 'Nothing is printed by it until there is room.',
    action: 'Make room on that disk. It goes on by itself.',
  },
  'controller-disk-read-only': {
    title: 'Disk of the controller is read-only',
    cause: 'The disk of {controller} cannot be written any more.',
    consequence: 'Nothing is printed by it until the disk can be written again.',
    action: 'Have the disk checked: a computer often makes it read-only after a fault. It goes on by itself once it can be written.',
  },
  'controller-drawing-down': {
    title: 'Labels cannot be drawn',
    cause: 'The program of {controller} that draws labels fails again and again.',
    consequence: 'Nothing can be selected or printed on its printers.',
    action:
      'Remove fonts that were installed last. If it stays, start the controller again. The alarm ends by itself when labels are drawn again.',
  },
  'controller-files-exhausted': {
    title: 'Controller can open no more files',
    cause: '{controller} has as many files and connections open as its computer lets it.',
    consequence: 'Nothing is printed by it until files can be opened again.',
    action: 'Look for programs that hold many connections to it, or raise its limit of open files. It goes on by itself.',
  },
  'controller-log-stuck': {
    title: 'Database of the controller is held up',
    cause: 'Another program has been reading the database of {controller} for too long.',
    consequence: 'Its log grows; when the disk is full, nothing is printed any more.',
    action: 'End the program that reads the database on that computer. It goes on by itself.',
  },
  'controller-folder-lost': {
    title: 'Data folder gone',
    cause: 'The data folder of the controller {controller} was moved, deleted or replaced, or its disk is not mounted.',
    consequence: 'Nothing is printed on its printers. Prints of the last seconds before may be on products and in no record.',
    action:
      'Put the folder back to where it was, or mount its disk again: the controller starts by itself. Then compare the last products with the record of prints.',
  },
  'content-unusable': {
    title: 'Stored {subject} cannot be used',
    cause: '{controller} has it stored in a form that its version cannot read.',
    consequence: 'It was set aside: nothing is printed that needs it. Everything else works.',
    action: 'Replace or delete it, or install the version that stored it.',
  },
  'clock-doubtful': {
    title: 'Clock of the controller may be wrong',
    cause: 'The clock of {controller} jumped by more than a day.',
    consequence: 'Nothing is printed by it, so that no product gets a wrong date.',
    action: 'Set the clock right, or confirm it at the top of the page when it is right.',
  },
  'clock-stepped': {
    title: 'Clock of the controller was set',
    cause: 'Somebody set the clock of {controller}.',
    consequence: 'Labels with a date are not printed until the clock is set right or confirmed. Other labels are printed.',
    action: 'Compare it with a watch. Confirm it at the top of the page, or set it right.',
  },
  'dates-stopped': {
    title: 'Labels with a date are stopped',
    cause: 'The clock of {controller} was set, and the job on {printer} prints a date, a time or a shift.',
    consequence: 'Nothing is printed on {printer}; products pass unmarked.',
    action: 'Compare the clock with a watch. Confirm it at the top of the page, or set it right.',
  },
};

/** Words of alarms. */
export const alarms = {
  pageTitle: 'Alarms and journal',
  title: 'Alarms',
  tabs: 'Alarms and journal',
  tab: 'Alarms now',
  priorities,
  kinds,
  cause: 'Cause',
  consequence: 'Consequence',
  action: 'What to do',
  actionThen: 'What was to be done',
  ended: 'It is over. While it lasted, this was so:',
  since: 'Since {time}',
  over: 'Over since {time}',
  ago: '{age} ago',
  firstSeen: 'First at {time}',
  repeats: 'Came back once | Came back {n} times',
  lastKnown: 'Last known: its controller does not answer now.',
  seenBy: 'Seen by {by}, {time}',
  groups: {
    open: 'To be seen',
    seen: 'Seen, and still there',
    shelved: 'Put aside',
  },
  none: {
    title: 'No alarms',
    text: 'Every controller answers, and no printer asks for anything. What happened before stands in the journal.',
    watched: '{printers} on {controllers} are watched.',
    printers: '1 printer | {n} printers',
    controllers: '1 controller | {n} controllers',
  },
  acknowledge: 'Acknowledge',
  acknowledgeAll: 'Acknowledge these {n}',
  open: {
    printer: 'Open {printer}',
    connections: 'Open connections',
  },
  shelve: {
    action: 'Put aside',
    title: 'Put "{alarm}" aside?',
    detail: 'It is not counted at the top of the page for this time, and is told again afterwards. It stays on record with your reason.',
    confirm: 'Put aside',
    hint: 'For example: cartridge is on its way',
    duration: 'For how long',
    minutes: '{n} min',
    hours: '{n} h',
    done: 'Put aside: {alarm}',
    until: 'Aside until {time}: {reason} ({by})',
    back: 'Take back',
  },
  indicator: {
    none: 'No alarms',
    some: '1 alarm, {priority} | {n} alarms, highest {priority} ({worst})',
    seen: 'all seen',
  },
  ofPrinter: 'Alarms of {printer}',
};
