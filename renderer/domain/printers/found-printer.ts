import type { FoundPrinter } from '#contract/api-v3/found-printer.ts';
import { chooseKind, type PrinterForm } from './printer-form.ts';

export type FoundKind = 'zpl' | 'ipp' | 'raw';

/** Fills in the kind and the address of a printer that was found on the network. */
export function fillInFound(form: PrinterForm, { host, port, url }: FoundPrinter, kind: FoundKind): void {
  chooseKind(form, kind);
  if (kind === 'ipp') Object.assign(form.engines.ipp, { url: url ?? '', media: '' });
  else if (kind === 'zpl') Object.assign(form.engines.zpl, { host, port });
  else Object.assign(form.engines.raw, { protocol: 'tcp', host, port });
}

/** Where a found printer is reached. */
export function addressOfFound({ url, host, port }: FoundPrinter): string {
  return url ?? (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
}
