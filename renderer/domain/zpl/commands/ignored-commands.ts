import type { CommandHandler } from './label-context.ts';

/** Printer settings (feed, heat, communication, storage). They do not affect the label. */
const SETTINGS = new Set(
  (
    'CO CV HF HG HT HV HW HY HZ ID IS JB JD JE JF JG JH JI JJ JL JM JN JO JP JQ JR JS JT JU JW JX JZ KD KL KN KP KV LF MA MC MD MF MI ML MM MN MP MT MW ' +
    'NB NC ND NI NP NR NS NT PA PF PH PL PN PP PR PS RO SC SD SE SI SL SO SP SQ SR SS ST SX SZ TA TO WC WD WP WQ XB XS ZZ CW DB DE DN DS DT DU'
  ).split(' '),
);
/** Commands that change the image or the product and have no equivalent on a label. */
const UNSUPPORTED = new Set('FE FM FP FL PM RA RB RE RI RM RN RP RQ RR RS RT RU RV RW RZ HL HR HS LM MX'.split(' '));
/** Commands that only structure the file. */
const SILENT = new Set(['FX', 'CC', 'CD', 'CT', 'XA', 'XZ', 'DF', 'XF']);

/** Records a command that draws nothing. */
export const noteCommand: CommandHandler = ({ warnings }, { command }) => {
  const name = command.name.slice(1);
  if (SILENT.has(name)) return;
  if (name === 'PQ') warnings.add('copies', command, { text: command.data });
  else if (name === 'PM' && !command.data.trim().toUpperCase().startsWith('Y')) return;
  else if (SETTINGS.has(name)) warnings.add('settings', command);
  else warnings.add(UNSUPPORTED.has(name) ? 'unsupported' : 'unknown', command, { text: command.data });
};
