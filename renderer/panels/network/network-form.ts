import { NETWORK_PAGE_PORT, networkPageSchema, type NetworkPage } from '#contract/station/network.ts';

/** The fields of the page for other computers. */
export interface NetworkForm {
  isOpen: boolean;
  host: string;
  port: number | undefined;
  /** Separated by commas or spaces. */
  names: string;
  certificate: 'own' | 'files';
  cert: string;
  key: string;
}

export type NetworkField = 'host' | 'names' | 'cert' | 'key';

export function formOf(page: NetworkPage | null): NetworkForm {
  const { host, port, names, certificate } = page ?? { host: '0.0.0.0', port: NETWORK_PAGE_PORT, names: [], certificate: 'own' as const };
  const files = certificate === 'own' ? { cert: '', key: '' } : certificate;
  return { isOpen: page !== null, host, port, names: names.join(', '), certificate: certificate === 'own' ? 'own' : 'files', ...files };
}

/** The settings of a form, or the fields that are wrong. */
export function pageOf(form: NetworkForm): { page: NetworkPage | null } | { faults: ReadonlySet<NetworkField> } {
  if (!form.isOpen) return { page: null };
  const { host, port, cert, key } = form;
  const names = form.names.split(/[\s,]+/).filter((name) => name !== '');
  const parsed = networkPageSchema.safeParse({
    host: host.trim(),
    port,
    names,
    certificate: form.certificate === 'own' ? 'own' : { cert, key },
  });
  if (parsed.success) return { page: parsed.data };
  const fields = parsed.error.issues.map(({ path: [field] }) => String(field));
  const files = form.certificate === 'files' ? (['cert', 'key'] as const).filter((file) => form[file].trim() === '') : [];
  return { faults: new Set([...(['host', 'names'] as const).filter((field) => fields.includes(field)), ...files]) };
}
