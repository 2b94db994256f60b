import { statusError } from '#contract/api-v3/make-status-error.ts';
import { distinctErrors, type StatusError } from '#contract/api-v3/status-error.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import type { ConfigurationFault } from '../configuration-fault.ts';
import type { EngineInk } from '../engine.ts';
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
export function missingCapabilities({ rasterType, resolutions, media }: PrinterFacts, needs: IppNeeds): ConfigurationFault[] {
  const faults: ConfigurationFault[] = [];
  if (!rasterType) {
    faults.push({ pointer: '/engine/kind', error: statusError('raster-not-supported') });
  }
  if (rasterType && !hasResolution(resolutions, needs)) {
    const offered = resolutions.map(({ across, down }) => `${across} x ${down}`).join(', ');
    const resolution = `${needs.hdpi} x ${needs.vdpi}`;
    const error =
      offered === ''
        ? statusError('no-resolution-named', { resolution })
        : statusError('resolution-not-supported', { resolution, offered });
    faults.push({ pointer: '/dpi', error });
  }
  if (needs.media !== undefined && media.length > 0 && !media.includes(needs.media)) {
    faults.push({ pointer: '/engine/media', error: statusError('media-not-known', { media: needs.media }) });
  }
  const excess = fitsMedia(needs.area, needs.media === undefined ? media : [needs.media]);
  if (excess) faults.push(excess);
  return faults;
}

export function hasResolution(resolutions: PrinterFacts['resolutions'], { hdpi, vdpi }: Pick<IppNeeds, 'hdpi' | 'vdpi'>): boolean {
  return resolutions.some(({ across, down }) => across === Math.round(hdpi) && down === Math.round(vdpi));
}

/** What is wrong with the printer, errors before warnings. */
export function describeStatus({ isStopped, isAccepting, reasons }: IppPrinterStatus): { errors: StatusError[]; warnings: StatusError[] } {
  const described = reasons.map(describeReason);
  const errors = described.filter(({ isError }) => isError).map(({ error }) => error);
  const warnings = described.filter(({ isError }) => !isError).map(({ error }) => error);
  if (isStopped && errors.length === 0) errors.push(statusError('printer-stopped'));
  if (!isAccepting) errors.push(statusError('printer-takes-no-jobs'));
  return { errors: distinctErrors(errors), warnings: distinctErrors(warnings) };
}

const RAG = { EMPTY: 'RED', LOW: 'AMBER', OK: 'GREEN' } as const;

/** The ink or toner, as far as the reasons for the printer's state tell. */
export function describeInk({ reasons }: IppPrinterStatus): EngineInk[] {
  const level = inkLevel(reasons);
  return [{ state: level === 'EMPTY' ? 'ERROR' : 'STARTED', ragStatus: RAG[level], level, errors: [], warnings: [] }];
}
