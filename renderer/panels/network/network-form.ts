import {
  NETWORK_CONTROLLER_PORT,
  controllerNetworkSchema,
  type ControllerNetwork,
  type NetworkListener,
} from '#contract/api-v3/network.ts';
import { NETWORK_PAGE_PORT, networkPageSchema, type NetworkPage } from '#contract/station/network.ts';

/** The fields of a listener for other computers. */
export interface ListenerForm {
  host: string;
  port: number | undefined;
  /** Separated by commas or spaces. */
  names: string;
  certificate: 'own' | 'files';
  cert: string;
  key: string;
}

/** The fields of the page for other computers. */
export interface NetworkForm extends ListenerForm {
  isOpen: boolean;
}

/** The fields of the controller for other computers. */
export interface ControllerForm extends NetworkForm {
  hasText: boolean;
  textPort: number | undefined;
  hasUnauthenticatedText: boolean;
  unauthenticatedPort: number | undefined;
  /** Addresses and ranges, separated by commas or spaces. */
  allowed: string;
}

const LISTENER_FIELDS = ['host', 'names', 'cert', 'key'] as const;
export type NetworkField = (typeof LISTENER_FIELDS)[number];
export type ControllerField = NetworkField | 'allowed';

/** Offered when the text protocol is opened; the number after the one of the controller. */
const TEXT_PORT = NETWORK_CONTROLLER_PORT + 1;
const UNAUTHENTICATED_PORT = NETWORK_CONTROLLER_PORT + 2;

export function formOf(page: NetworkPage | null): NetworkForm {
  return { isOpen: page !== null, ...listenerFormOf(page, NETWORK_PAGE_PORT) };
}

export function controllerFormOf(settings: ControllerNetwork | null): ControllerForm {
  const { textPort = null, textUnauthenticated = null } = settings ?? {};
  return {
    isOpen: settings !== null,
    ...listenerFormOf(settings, NETWORK_CONTROLLER_PORT),
    hasText: textPort !== null,
    textPort: textPort ?? TEXT_PORT,
    hasUnauthenticatedText: textUnauthenticated !== null,
    unauthenticatedPort: textUnauthenticated?.port ?? UNAUTHENTICATED_PORT,
    allowed: textUnauthenticated?.allowed.join(', ') ?? '',
  };
}

/** The settings of a form, or the fields that are wrong. */
export function pageOf(form: NetworkForm): { page: NetworkPage | null } | { faults: ReadonlySet<NetworkField> } {
  if (!form.isOpen) return { page: null };
  const parsed = networkPageSchema.safeParse(listenerOf(form));
  return parsed.success ? { page: parsed.data } : { faults: faultsOf(form, parsed.error.issues) };
}

/** The settings of a form, or the fields that are wrong. */
export function controllerOf(form: ControllerForm): { settings: ControllerNetwork | null } | { faults: ReadonlySet<ControllerField> } {
  if (!form.isOpen) return { settings: null };
  const parsed = controllerNetworkSchema.safeParse({
    ...listenerOf(form),
    textPort: form.hasText ? form.textPort : null,
    textUnauthenticated: form.hasUnauthenticatedText ? { port: form.unauthenticatedPort, allowed: wordsOf(form.allowed) } : null,
  });
  if (parsed.success) return { settings: parsed.data };
  const { issues } = parsed.error;
  const isAllowedWrong = issues.some(({ path }) => path.includes('allowed'));
  return { faults: new Set<ControllerField>([...faultsOf(form, issues), ...(isAllowedWrong ? (['allowed'] as const) : [])]) };
}

function listenerFormOf(listener: NetworkListener | null, defaultPort: number): ListenerForm {
  const { host, port, names, certificate } = listener ?? { host: '0.0.0.0', port: defaultPort, names: [], certificate: 'own' as const };
  const files = certificate === 'own' ? { cert: '', key: '' } : certificate;
  return { host, port, names: names.join(', '), certificate: certificate === 'own' ? 'own' : 'files', ...files };
}

function listenerOf({ host, port, names, certificate, cert, key }: ListenerForm): object {
  return { host: host.trim(), port, names: wordsOf(names), certificate: certificate === 'own' ? 'own' : { cert, key } };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function faultsOf(form: ListenerForm, issues: readonly { path: readonly PropertyKey[] }[]): ReadonlySet<NetworkField> {
  const fields = issues.map(({ path: [field] }) => String(field));
  const files = form.certificate === 'files' ? (['cert', 'key'] as const).filter((file) => form[file].trim() === '') : [];
  return new Set([...(['host', 'names'] as const).filter((field) => fields.includes(field)), ...files]);
}
