const DEFAULTS = { '--data': 'data', '--port': '7310', '--controller-port': '7311' };
/** Window flags, mapped to those of the browser that shows the page of a headless station. */
const WINDOW_FLAGS = { '--full-screen': '--start-fullscreen', '--kiosk': '--kiosk' };

/** The flags of `npm start`, by receiver. */
export interface StartFlags {
  /** For the headless station, with the defaults of `npm start`. */
  station: string[];
  /** For the desktop app, which opens no port of its own. */
  desktop: string[];
  /** For the browser window of a headless station. */
  browser: string[];
  dataFolder: string;
}

/** Distributes the flags of `npm start` to their receivers. Unknown flags go to the station, which rejects them. */
export function sortFlags(flags: string[]): StartFlags {
  const station = flags.filter((flag) => !(flag in WINDOW_FLAGS));
  for (const [flag, value] of Object.entries(DEFAULTS)) if (valueOf(station, flag) === undefined) station.push(flag, value);
  const portAt = station.indexOf('--port');
  const withoutPort = station.filter(
    (flag, index) => !flag.startsWith('--port=') && (portAt < 0 || (index !== portAt && index !== portAt + 1)),
  );
  return {
    station,
    desktop: [...withoutPort, ...flags.filter((flag) => flag in WINDOW_FLAGS)],
    browser: Object.entries(WINDOW_FLAGS)
      .filter(([flag]) => flags.includes(flag))
      .map(([, own]) => own),
    dataFolder: valueOf(station, '--data') ?? DEFAULTS['--data'],
  };
}

/** The value of `--flag value` or `--flag=value`. */
function valueOf(flags: string[], flag: string): string | undefined {
  const joined = flags.find((candidate) => candidate.startsWith(`${flag}=`));
  if (joined) return joined.slice(flag.length + 1);
  const at = flags.indexOf(flag);
  return at < 0 ? undefined : flags[at + 1];
}
