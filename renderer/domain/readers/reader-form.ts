import { PRESET_CONNECTIONS } from '#contract/api-v3/reader-presets.ts';
import type { ReaderConfiguration, ReaderPreset } from '#contract/api-v3/reader.ts';

/** The inputs of a reader's form. Empty texts and undefined numbers are left out of the configuration. */
export interface ReaderForm {
  preset: ReaderPreset;
  printer: string;
  mode: 'connect' | 'listen';
  host: string;
  port: number | undefined;
  terminator: ReaderConfiguration['connection']['terminator'];
  triggerText: string;
  /** One per line. */
  noReadTexts: string;
  ignoredTexts: string;
  pattern: string;
  place: 'distance' | 'time';
  /** In mm or ms, as `place` says. */
  distance: number | undefined;
  window: number | undefined;
  rejectAfter: number | undefined;
  lineSpeed: number | undefined;
  expects: string;
  consecutive: number | undefined;
  failed: number | undefined;
  of: number | undefined;
}

/** A new reader. */
export function newReaderForm(printer: string): ReaderForm {
  const rest = { lineSpeed: undefined, expects: '', rejectAfter: undefined, failed: undefined, of: undefined };
  const form: ReaderForm = {
    ...{ preset: 'other', printer, mode: 'connect', host: '', port: undefined, terminator: 'AUTO' },
    ...{ triggerText: '', noReadTexts: '', ignoredTexts: '', pattern: '' },
    ...{ place: 'distance', distance: 200, window: 20, consecutive: 3, ...rest },
  };
  return withPreset(form, 'other');
}

/** The form with the settings of a maker. The trigger text is left out: most readers have a sensor of their own. */
export function withPreset(form: ReaderForm, preset: ReaderPreset): ReaderForm {
  const { mode, port, terminator, noReadTexts, ignoredTexts, pattern = '' } = PRESET_CONNECTIONS[preset];
  const texts = { noReadTexts: noReadTexts.join('\n'), ignoredTexts: ignoredTexts.join('\n') };
  return { ...form, preset, mode, port, terminator, ...texts, pattern, triggerText: '' };
}

export function formOf({ preset, printer, connection, arrival, limits, ...rest }: ReaderConfiguration): ReaderForm {
  const place =
    'distance' in arrival
      ? { place: 'distance' as const, distance: arrival.distance, window: arrival.window }
      : { place: 'time' as const, distance: arrival.delay, window: arrival.timeWindow };
  return {
    ...{ preset, printer, mode: connection.mode, host: connection.host ?? '', port: connection.port },
    ...{ terminator: connection.terminator, triggerText: connection.triggerText ?? '', pattern: connection.pattern ?? '' },
    ...{ noReadTexts: connection.noReadTexts.join('\n'), ignoredTexts: connection.ignoredTexts.join('\n') },
    ...place,
    ...{ rejectAfter: rest.rejectAfter, lineSpeed: rest.lineSpeed, expects: rest.expects ?? '' },
    ...{ consecutive: limits.consecutive, failed: limits.recent?.failed, of: limits.recent?.of },
  };
}

/** The configuration as it is sent: its controller checks it. */
export function configurationOf(form: ReaderForm): Record<string, unknown> {
  const { preset, printer, place, distance, window, rejectAfter, lineSpeed, consecutive, failed, of } = form;
  const expects = form.expects.trim();
  return {
    ...{ preset, printer, connection: connectionOf(form) },
    arrival: place === 'distance' ? { distance, window } : { delay: distance, timeWindow: window },
    ...(lineSpeed !== undefined && { lineSpeed }),
    ...(expects !== '' && { expects }),
    limits: {
      ...(consecutive !== undefined && { consecutive }),
      // One of them alone is refused at the field that is missing.
      ...((failed !== undefined || of !== undefined) && { recent: { failed, of } }),
    },
    ...(rejectAfter !== undefined && { rejectAfter }),
  };
}

function connectionOf({ mode, host, port, terminator, triggerText, noReadTexts, ignoredTexts, pattern }: ReaderForm): object {
  return {
    ...{ mode, port, terminator, noReadTexts: linesOf(noReadTexts), ignoredTexts: linesOf(ignoredTexts) },
    ...(host.trim() !== '' && { host: host.trim() }),
    ...(triggerText !== '' && { triggerText }),
    ...(pattern !== '' && { pattern }),
  };
}

/** Spaces at the end of a line are part of it. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
