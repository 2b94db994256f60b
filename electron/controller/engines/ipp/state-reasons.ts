/** A reason for the printer's state, in words. */
export interface PrinterReason {
  text: string;
  /** It prevents printing until a person has removed it. */
  isError: boolean;
}

const SENTENCES: Record<string, string> = {
  'connecting-to-device': 'The print server connects to the printer.',
  'developer-empty': 'The developer is used up.',
  'developer-low': 'The developer is low.',
  'fuser-over-temp': 'The fuser is too hot.',
  'fuser-under-temp': 'The fuser is not hot enough.',
  'input-tray-missing': 'The input tray is missing: insert it.',
  'marker-supply-empty': 'The ink is used up: replace it.',
  'marker-supply-low': 'The ink is low.',
  'marker-waste-almost-full': 'The waste container is almost full.',
  'marker-waste-full': 'The waste container is full: replace it.',
  'media-empty': 'The media is used up: load media.',
  'media-jam': 'The media is jammed: remove it.',
  'media-low': 'The media is low.',
  'media-needed': 'The job needs other media: load it.',
  'moving-to-paused': 'The printer is being paused.',
  offline: 'The printer is offline: put it online.',
  'output-area-almost-full': 'The output is almost full.',
  'output-area-full': 'The output is full: empty it.',
  'output-tray-missing': 'The output tray is missing: insert it.',
  paused: 'The printer is paused: let it continue.',
  shutdown: 'The printer is shut down.',
  'spool-area-full': 'The memory of the printer is full.',
  'stopped-partly': 'A part of the printer is stopped.',
  stopping: 'The printer stops.',
  'timed-out': 'The printer waited too long for its device.',
  'toner-empty': 'The toner is used up: replace it.',
  'toner-low': 'The toner is low.',
};

const OPEN = /-open$/;
/** Reasons that prevent nothing although they say no severity. */
const MILD = /-(low|almost-full)$|^(connecting-to-device|moving-to-paused|stopped-partly|stopping)$/;
const SUFFIX = /-(error|warning|report)$/;

/** A reason for the printer's state in words; one that is not known here as the printer says it. */
export function describeReason(reason: string): PrinterReason {
  const severity = SUFFIX.exec(reason)?.[1];
  const keyword = reason.replace(SUFFIX, '');
  const text = sentenceFor(keyword);
  if (text === undefined) return { text: `The printer reports: ${reason}.`, isError: severity === 'error' };
  return { text, isError: severity === undefined ? !MILD.test(keyword) : severity === 'error' };
}

function sentenceFor(keyword: string): string | undefined {
  if (OPEN.test(keyword)) return 'A cover is open: close it.';
  return Object.hasOwn(SENTENCES, keyword) ? SENTENCES[keyword] : undefined;
}

/** The level of ink or toner by the reasons for the printer's state. */
export function inkLevel(reasons: readonly string[]): 'EMPTY' | 'LOW' | 'OK' {
  if (reasons.some((reason) => /^(marker-supply|toner)-empty\b/.test(reason))) return 'EMPTY';
  return reasons.some((reason) => /^(marker-supply|toner)-low\b/.test(reason)) ? 'LOW' : 'OK';
}
