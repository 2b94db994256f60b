import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { AttributeValues } from './attribute-values.ts';
import { IppFormatError } from './ipp-reader.ts';
import type { IppMessage, IppValue } from './ipp-message.ts';
import { IPP_TAGS } from './ipp-tags.ts';
import type { PwgRasterType } from './pwg-raster.ts';

const CM_PER_INCH = 2.54;
const STOPPED = 5;
const PWG_RASTER = 'image/pwg-raster';
/** In the order in which they are preferred. */
const RASTER_TYPES: readonly PwgRasterType[] = ['black_1', 'sgray_8'];

/** The printer's state, as last read. */
export interface IppPrinterStatus {
  /** Which device it is: another one may have taken its place. */
  identity: EngineIdentity;
  isStopped: boolean;
  isAccepting: boolean;
  /** Keywords of IPP. */
  reasons: string[];
}

/** What a printer is and can do. */
export interface PrinterFacts {
  /** Dots per inch, across and down, of documents that it takes. */
  resolutions: { across: number; down: number }[];
  /** Undefined if it takes no document that can be made here. */
  rasterType: PwgRasterType | undefined;
  media: string[];
  /** Whether it can be told to print a picture in its own size. */
  canKeepSize: boolean;
}

export const STATUS_ATTRIBUTES = [
  ...['printer-state', 'printer-state-reasons', 'printer-is-accepting-jobs'],
  ...['printer-make-and-model', 'printer-serial-number', 'printer-uuid', 'printer-firmware-string-version'],
];
export const FACT_ATTRIBUTES = [
  ...['document-format-supported', 'pwg-raster-document-type-supported', 'pwg-raster-document-resolution-supported'],
  ...['media-supported', 'print-scaling-supported'],
];

/** Reads the status in a response. Throws an `IppFormatError` if there is none. */
export function readStatus(response: IppMessage): IppPrinterStatus {
  const printer = printerAttributes(response);
  const state = printer.number('printer-state');
  if (state === undefined) throw new IppFormatError('its answer has no state of the printer');
  return {
    identity: readIdentity(printer),
    isStopped: state === STOPPED,
    isAccepting: printer.boolean('printer-is-accepting-jobs') ?? true,
    reasons: printer.texts('printer-state-reasons').filter((reason) => reason !== 'none'),
  };
}

/** Reads what the printer is and can do. */
export function readFacts(response: IppMessage): PrinterFacts {
  const printer = printerAttributes(response);
  const types = printer.texts('pwg-raster-document-type-supported');
  const isRaster = printer.texts('document-format-supported').includes(PWG_RASTER);
  return {
    resolutions: printer.values('pwg-raster-document-resolution-supported').flatMap(dotsPerInch),
    rasterType: isRaster ? RASTER_TYPES.find((type) => types.includes(type)) : undefined,
    media: printer.texts('media-supported'),
    canKeepSize: printer.texts('print-scaling-supported').includes('none'),
  };
}

function printerAttributes(response: IppMessage): AttributeValues {
  const [printer] = AttributeValues.of(response, IPP_TAGS.printer);
  if (!printer) throw new IppFormatError('its answer has no attributes of the printer');
  return printer;
}

function readIdentity(printer: AttributeValues): EngineIdentity {
  const model = printer.text('printer-make-and-model');
  const serial = printer.text('printer-serial-number') ?? printer.text('printer-uuid');
  const firmware = printer.text('printer-firmware-string-version');
  return { ...(model && { model }), ...(serial && { serial }), ...(firmware && { firmware }) };
}

function dotsPerInch(value: IppValue): { across: number; down: number }[] {
  if (typeof value !== 'object' || !('unit' in value)) return [];
  const factor = value.unit === 'cm' ? CM_PER_INCH : 1;
  return [{ across: Math.round(value.across * factor), down: Math.round(value.down * factor) }];
}
