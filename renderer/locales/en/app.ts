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
        'It shows {now}, but {expected} was expected ({timeZone}). Labels take their dates from it: confirm it when it is right, or set it right.',
    },
    confirm: 'The clock is right',
  },
  missing: {
    title: 'There is no such page',
    text: 'The address leads nowhere. Go back to the monitor and choose from there.',
    back: 'To the monitor',
  },
};
