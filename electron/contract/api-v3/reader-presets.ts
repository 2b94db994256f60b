import type { ReaderConnection, ReaderPreset } from './reader.ts';

/** The settings of a maker's readers as they are delivered; all of them can be changed on the reader. */
export type PresetConnection = Pick<ReaderConnection, 'mode' | 'port' | 'terminator' | 'noReadTexts' | 'ignoredTexts'> & {
  /** Starts a reading, for a reader without a sensor of its own. */
  triggerText?: string;
  pattern?: string;
};

/** What the presets set. The texts are those of the makers' documents. */
export const PRESET_CONNECTIONS: Readonly<Record<ReaderPreset, PresetConnection>> = {
  'cognex-dataman': {
    mode: 'connect',
    port: 23,
    terminator: 'CRLF',
    triggerText: '||>TRIGGER ON{cr}{lf}',
    noReadTexts: ['NOREAD', 'NO READ'],
    ignoredTexts: ['||'],
  },
  'keyence-sr': {
    mode: 'connect',
    port: 9_004,
    terminator: 'CR',
    triggerText: 'LON{cr}',
    noReadTexts: ['ERROR'],
    ignoredTexts: ['OK,', 'ER,'],
  },
  sick: {
    mode: 'connect',
    port: 2_112,
    terminator: 'STX-ETX',
    triggerText: '{stx}sMN mTCgateon{etx}',
    noReadTexts: ['NoRead'],
    ignoredTexts: ['sAN ', 'sFA '],
  },
  other: { mode: 'connect', port: 2_000, terminator: 'AUTO', noReadTexts: ['NOREAD'], ignoredTexts: [] },
};
