import type { FieldError } from '#contract/problem-schema.ts';
import type { InkStatus } from '#contract/api-v3/printer.ts';
import type { PlanesTarget } from '#rendering/label/print-planes.ts';
import { fitsMedia, type MediaSize } from './media-sizes.ts';
import type { PrinterFacts, IppPrinterStatus } from './printer-facts.ts';
import { describeReason, inkLevel } from './state-reasons.ts';

/** What prints need: the resolution of the pictures, the space for the largest of them, and the media if it is named. */
export interface IppNeeds extends Pick<PlanesTarget, 'hdpi' | 'vdpi'> {
  media?: string | undefined;
  /** The print area as the printer sees it, in mm. */
  area: MediaSize;
}

/** Why the printer cannot make such prints at all, by field of the configuration. */
export function missingCapabilities({ rasterType, resolutions, media }: PrinterFacts, needs: IppNeeds): FieldError[] {
  const faults: FieldError[] = [];
  if (!rasterType) {
    faults.push({ pointer: '/engine/kind', detail: 'The printer takes no PWG raster in black or grey: it cannot be used.' });
  }
  if (rasterType && !hasResolution(resolutions, needs)) {
    const offered = resolutions.map(({ across, down }) => `${across} x ${down}`).join(', ');
    const detail = `The printer does not print ${needs.hdpi} x ${needs.vdpi} dpi. It prints ${offered || 'no resolution that it names'}.`;
    faults.push({ pointer: '/dpi', detail });
  }
  if (needs.media !== undefined && media.length > 0 && !media.includes(needs.media)) {
    faults.push({ pointer: '/engine/media', detail: `The printer has no media "${needs.media}".` });
  }
  const excess = fitsMedia(needs.area, needs.media === undefined ? media : [needs.media]);
  if (excess) faults.push(excess);
  return faults;
}

export function hasResolution(resolutions: PrinterFacts['resolutions'], { hdpi, vdpi }: Pick<IppNeeds, 'hdpi' | 'vdpi'>): boolean {
  return resolutions.some(({ across, down }) => across === Math.round(hdpi) && down === Math.round(vdpi));
}

/** The printer's state in sentences, errors before warnings. */
export function describeStatus({ isStopped, isAccepting, reasons }: IppPrinterStatus): { errors: string[]; warnings: string[] } {
  const described = reasons.map(describeReason);
  const errors = described.filter(({ isError }) => isError).map(({ text }) => text);
  const warnings = described.filter(({ isError }) => !isError).map(({ text }) => text);
  if (isStopped && errors.length === 0) errors.push('The printer is stopped.');
  if (!isAccepting) errors.push('The printer takes no jobs.');
  return { errors: [...new Set(errors)], warnings: [...new Set(warnings)] };
}

const RAG = { EMPTY: 'RED', LOW: 'AMBER', OK: 'GREEN' } as const;

/** The ink or toner, as far as the reasons for the printer's state tell. */
export function describeInk({ reasons }: IppPrinterStatus): InkStatus[] {
  const level = inkLevel(reasons);
  return [{ state: level === 'EMPTY' ? 'ERROR' : 'STARTED', ragStatus: RAG[level], level, errors: [], warnings: [] }];
}
