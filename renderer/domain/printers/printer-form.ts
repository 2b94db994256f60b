import * as z from 'zod/mini';
import type { EngineConfiguration, EngineKindName } from '#contract/api-v3/engine.ts';
import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import { configuredSlices, sliceFieldFaults, type SliceFieldFault, slicesFormOf, slicesFormSchema } from './slices-form.ts';

/** The kinds of engines that the page has a form for, those for training last. */
export const KINDS = ['zpl', 'ipp', 'codenet', 'zipher', 'wsi', 'hitachi', 'raw', 'virtual'] as const satisfies readonly EngineKindName[];

/** Absent: the field has no valid number. */
const number = z.optional(z.number());
const text = z.string();

/** The address of a coder. */
const coder = z.object({ host: text, port: number });

const enginesSchema = z.object({
  zpl: z.object({
    host: text,
    port: number,
    mode: z.enum(['TEAR', 'PEEL', 'CUT', 'APPLICATOR']),
    count: z.enum(['auto', 'odometer', 'none']),
  }),
  ipp: z.object({
    url: text,
    media: text,
    user: text,
    /** Empty: the stored one stays, if there is one. */
    password: text,
    hasPassword: z.boolean(),
    removesPassword: z.boolean(),
  }),
  codenet: coder,
  zipher: coder,
  wsi: coder,
  hitachi: z.extend(coder, { unit: number }),
  raw: z.object({
    protocol: z.enum(['tcp', 'udp']),
    host: text,
    port: number,
    format: z.enum(['rows', 'template']),
    template: text,
    acknowledge: text,
  }),
  virtual: z.object({
    model: z.enum(['V70', 'V35', 'V50C']),
    shape: z.enum(['bitmap', 'fields']),
    bufferDepth: number,
    warmUp: number,
    clockOffset: number,
    dotsPerSupply: number,
  }),
});

const geometrySchema = z.object({
  physicalWidth: number,
  height: number,
  dpi: number,
  vdpi: number,
  rotation: z.enum(['NONE', 'CW90', 'CW180', 'CCW90']),
  mirrored: z.boolean(),
  printDelay: number,
  lineSpeed: number,
  productDetector: z.enum(['device', 'line', 'none']),
});

/** What a person enters about a printer. The fields of every kind are kept, so that another choice of the kind loses nothing. */
export const printerFormSchema = z.object({
  kind: z.optional(z.enum(KINDS)),
  engines: enginesSchema,
  geometry: geometrySchema,
  slices: slicesFormSchema,
  /** Name of the model; empty: that of the kind. */
  type: text,
});
export type PrinterForm = z.infer<typeof printerFormSchema>;
export type PrinterKind = (typeof KINDS)[number];
export type EngineForm<Kind extends PrinterKind> = PrinterForm['engines'][Kind];
export type GeometryForm = PrinterForm['geometry'];

const USUAL = { rotation: 'NONE', mirrored: false, printDelay: 0, lineSpeed: 300, productDetector: 'none' } as const;

/** The print area of continuous inkjet coders: their text is a few millimetres high. */
const INKJET_AREA = { physicalWidth: 100, height: 10, dpi: 100, vdpi: 100, productDetector: 'device' } as const;

/** The print area of usual devices of a kind, in mm and dpi. */
const GEOMETRIES: Readonly<Record<PrinterKind, GeometryForm>> = {
  zpl: { ...USUAL, physicalWidth: 104, height: 70, dpi: 203, vdpi: 203, lineSpeed: 150 },
  ipp: { ...USUAL, physicalWidth: 210, height: 297, dpi: 600, vdpi: 600 },
  codenet: { ...USUAL, ...INKJET_AREA },
  zipher: { ...USUAL, physicalWidth: 53, height: 75, dpi: 300, vdpi: 300, productDetector: 'device' },
  wsi: { ...USUAL, ...INKJET_AREA },
  hitachi: { ...USUAL, ...INKJET_AREA },
  raw: { ...USUAL, physicalWidth: 100, height: 50, dpi: 300, vdpi: 300 },
  virtual: { ...USUAL, physicalWidth: 110, height: 35, dpi: 300, vdpi: 300, lineSpeed: 500, productDetector: 'device' },
};

export function newPrinterForm(): PrinterForm {
  return {
    engines: {
      zpl: { host: '', port: 9_100, mode: 'TEAR', count: 'auto' },
      ipp: { url: '', media: '', user: '', password: '', hasPassword: false, removesPassword: false },
      codenet: { host: '', port: 7_000 },
      zipher: { host: '', port: 3_002 },
      wsi: { host: '', port: 3_100 },
      hitachi: { host: '', port: 502, unit: 1 },
      raw: { protocol: 'tcp', host: '', port: undefined, format: 'rows', template: '', acknowledge: '' },
      virtual: { model: 'V35', shape: 'bitmap', bufferDepth: 8, warmUp: 1_000, clockOffset: 0, dotsPerSupply: 1_000_000_000 },
    },
    geometry: { ...GEOMETRIES.virtual },
    slices: slicesFormOf(),
    type: '',
  };
}

/** Chooses a kind, with its usual print area unless the person has entered another one. */
export function chooseKind(form: PrinterForm, kind: PrinterKind): void {
  const usual = GEOMETRIES[form.kind ?? 'virtual'];
  const isUsual = (Object.keys(usual) as (keyof GeometryForm)[]).every((name) => form.geometry[name] === usual[name]);
  if (isUsual) Object.assign(form.geometry, GEOMETRIES[kind]);
  else if (form.geometry.productDetector === 'device') form.geometry.productDetector = GEOMETRIES[kind].productDetector;
  form.kind = kind;
}

/** The form of a stored configuration. */
export function printerFormOf({ engine, type = '', ...printer }: PrinterConfiguration): PrinterForm {
  const form = newPrinterForm();
  const { physicalWidth, height, dpi, vdpi = dpi, rotation, mirrored, printDelay, lineSpeed, productDetector } = printer;
  form.geometry = { physicalWidth, height, dpi, vdpi, rotation, mirrored, printDelay, lineSpeed, productDetector };
  form.slices = slicesFormOf(printer.slices);
  form.kind = engine.kind;
  form.type = type;
  const { kind: _, ...fields } = engine.kind === 'ipp' ? withoutPassword(engine) : engine;
  Object.assign(form.engines[engine.kind], fields);
  return form;
}

/**
 * The configuration of a form. Empty texts are left out, so that they get their defaults. `before` is the stored configuration, whose other
 * fields stay while the kind is the same.
 */
export function configurationOf(form: PrinterForm, before?: PrinterConfiguration): Record<string, unknown> {
  const { kind, engines, geometry, type } = form;
  const { vdpi, ...measures } = geometry;
  const engine = kind === undefined ? {} : { kind, ...(kind === 'ipp' ? ippFields(engines.ipp) : engines[kind]) };
  const stored = before?.engine.kind === kind ? before : undefined;
  return {
    ...(stored && { color: stored.color }),
    ...slicesOf(form, stored?.slices),
    engine: { ...withoutEmpty(engine), ...(kind === 'ipp' && passwordOf(engines.ipp)) },
    ...measures,
    ...(vdpi !== measures.dpi && { vdpi }),
    ...(type.trim() !== '' && { type: type.trim() }),
  };
}

function withoutPassword({ password: _, passwordSet: hasPassword = false, ...engine }: Extract<EngineConfiguration, { kind: 'ipp' }>) {
  return { ...engine, hasPassword };
}

function ippFields({ password: _, hasPassword: __, removesPassword: ___, ...fields }: EngineForm<'ipp'>) {
  return fields;
}

/** A password is sent as it was typed. */
function passwordOf({ password, hasPassword, removesPassword }: EngineForm<'ipp'>): { password?: string | null } {
  if (password !== '') return { password };
  return hasPassword && removesPassword ? { password: null } : {};
}

function slicesOf(form: PrinterForm, stored: PrinterConfiguration['slices']): Pick<PrinterConfiguration, 'slices'> {
  const slices = hasPrintHeads(form) ? configuredSlices(form.slices, { stored, hasSupplies: hasSupplies(form) }) : stored;
  return slices ? { slices } : {};
}

/** Whether the print heads of a printer are set up by the person: those that draw on board know their own. */
export function hasPrintHeads({ kind, engines }: Pick<PrinterForm, 'kind' | 'engines'>): boolean {
  if (kind === 'virtual') return engines.virtual.shape === 'bitmap';
  return kind === 'zpl' || kind === 'ipp' || kind === 'raw';
}

/** Whether the ink supplies of a printer are named by the person: virtual printers simulate them. */
export function hasSupplies({ kind }: Pick<PrinterForm, 'kind'>): boolean {
  return kind === 'virtual';
}

/** The faults of the names of heads and ink supplies, by JSON pointer of the configuration. */
export function headFaults(form: PrinterForm): Partial<Record<string, SliceFieldFault>> {
  if (!hasPrintHeads(form)) return {};
  return sliceFieldFaults(slicesOf(form, undefined).slices);
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const);
  return Object.fromEntries(texts.filter(([, value]) => value !== '' && value !== undefined));
}

export type TextFault = 'hostMissing' | 'urlWrong' | 'templateMissing' | 'patternWrong';

/** The faults of the texts about the device, by JSON pointer of the configuration. */
export function textFaults({ kind, engines }: PrinterForm): Partial<Record<string, TextFault>> {
  if (kind === undefined || kind === 'virtual') return {};
  if (kind === 'ipp') return /^ipps?:\/\/[^/\s]+/i.test(engines.ipp.url.trim()) ? {} : { '/engine/url': 'urlWrong' };
  if (kind !== 'raw') return engines[kind].host.trim() === '' ? { '/engine/host': 'hostMissing' } : {};
  const { host, format, template, acknowledge } = engines.raw;
  return {
    ...(host.trim() === '' && { '/engine/host': 'hostMissing' as const }),
    ...(format === 'template' && template.trim() === '' && { '/engine/template': 'templateMissing' as const }),
    ...(!isPattern(acknowledge) && { '/engine/acknowledge': 'patternWrong' as const }),
  };
}

/** Whether every number about the device is there. */
export function hasEngineNumbers({ kind, engines }: PrinterForm): boolean {
  if (kind === undefined || kind === 'ipp') return true;
  if (kind === 'virtual') return Object.values(engines.virtual).every((value) => value !== undefined);
  return engines[kind].port !== undefined && (kind !== 'hitachi' || engines.hitachi.unit !== undefined);
}

/** Whether every number about the print area is there. */
export function hasGeometry({ geometry }: PrinterForm): boolean {
  const { physicalWidth, height, dpi, vdpi, printDelay, lineSpeed } = geometry;
  return [physicalWidth, height, dpi, vdpi, printDelay, lineSpeed].every((value) => value !== undefined);
}

/** Where the device of a configuration is reached; undefined for one without an address. */
export function addressOf(engine: EngineConfiguration): string | undefined {
  if (engine.kind === 'ipp') return engine.url;
  return engine.kind === 'virtual' ? undefined : `${engine.host}:${engine.port}`;
}

function isPattern(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern));
  } catch {
    return false;
  }
}
