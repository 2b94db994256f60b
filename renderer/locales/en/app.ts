/** Words of the frame around every page. */
export const app = {
  name: 'Strobe',
  wordsMissing: 'The words of the chosen language could not be fetched. Load the page again.',
  skip: 'Skip to the content',
  navigation: 'Main',
  nav: {
    monitor: 'Monitor',
    labels: 'Labels',
    tables: 'Tables',
    variables: 'Variables',
    connections: 'Connections',
  },
  connection: 'Controller',
  displaySettings: 'Display settings',
  age: {
    seconds: '{n} s',
    minutes: '{n} min',
    hours: '{n} h',
    days: '{n} d',
  },
  station: {
    connecting: 'Connecting to the station',
    lost: 'The station has not answered since {time}.',
    lostDetail: 'What you see is from then. The page connects again by itself; the printers go on without it.',
  },
  safeMode: '{name} runs in safe mode after repeated crashes: it only shows data. Restart Strobe to print again.',
  clock: {
    doubtful: {
      title: 'Nothing prints: the clock of {name} may be wrong.',
      detail: 'It shows {now}, but {expected} was expected ({timeZone}). Confirm it when it is right, or set it right.',
    },
    stepped: {
      title: 'The clock of {name} was set.',
      detail:
        'It shows {now}, but {expected} was expected ({timeZone}). Labels with a date are not printed until you confirm the clock or set it right.',
    },
    confirm: 'The clock is right',
  },
  recovery: {
    title: 'Nothing prints: the data of {name} were restored.',
    reasons: {
      backup: 'They came from a backup, which does not know what was printed since.',
      older: 'They are older than what was printed.',
      other: 'They are of another controller than the one that printed here.',
      copied: 'They are a copy of a data folder, which does not know what was printed since it was made.',
      'marks-lost': 'How far serials had come cannot be read any more.',
    },
    until: 'They know what was printed until {moment}.',
    counter: 'The counter “{name}” went on from {from} to {to}, past everything that may have been printed.',
    ended:
      'One job was ended: select it again from where the line stands. | {n} jobs were ended: select them again from where the line stands.',
    look: 'Look and confirm',
    question: 'Print from the restored data of {name}?',
    consequence:
      'Compare the counters, and the rows of tables that are printed one by one, with what stands on the last products. Rows printed since may be printed again if they are selected again.',
    confirm: 'Print from them',
    notYet: 'Not yet',
  },
  signedOut: {
    title: 'Open Strobe by its start address',
    text: 'This browser is not signed in to the station. On the computer of the station, do one of these:',
    file: 'Open this file in the station’s data folder:',
    command:
      'Run this command and open the address that it prints. If the station has another data folder than “data”, add --data and the folder:',
    once: 'A start address works once; after that the next one is in the same place. This page goes on by itself as soon as this browser is signed in. The printers do not wait for it.',
  },
  missing: {
    title: 'There is no such page',
    text: 'The address leads nowhere. Go back to the monitor and choose from there.',
    back: 'To the monitor',
  },
};
