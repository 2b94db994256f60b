import type { SparkplugSettings } from '#contract/api-v3/sparkplug.ts';

/** The settings in the form. Texts are as they were typed. */
export interface SparkplugForm {
  isEnabled: boolean;
  servers: ServerForm[];
  groupId: string;
  nodeId: string;
  primaryHostId: string;
  user: string;
  password: string;
  hasPassword: boolean;
  removesPassword: boolean;
  authorities: string;
  keepAlive: number | undefined;
  commands: CommandsForm[];
}

export interface ServerForm {
  url: string;
  fingerprint: string;
}

/** The commands of one printer; none is permitted while all are off. */
export interface CommandsForm {
  printer: string;
  key: string;
  select: boolean;
  trigger: boolean;
  abort: boolean;
}

/** The form of stored settings, with a row for every printer. */
export function formOfSparkplug(settings: SparkplugSettings, printers: readonly string[]): SparkplugForm {
  const { isEnabled, servers, groupId, nodeId, primaryHostId, user, passwordSet = false, authorities, keepAlive, commands } = settings;
  const listed = servers.map(({ url, fingerprint = '' }) => ({ url, fingerprint }));
  return {
    ...{ isEnabled, groupId, nodeId, primaryHostId, user, authorities, keepAlive },
    ...{ password: '', hasPassword: passwordSet, removesPassword: false },
    servers: listed.length === 0 ? [{ url: '', fingerprint: '' }] : listed,
    commands: printers.map((printer) => {
      const stored = commands.find((one) => one.printer === printer);
      return { printer, key: '', select: false, trigger: false, abort: false, ...stored };
    }),
  };
}

/** The settings of a form. An empty number is sent as 0, which the controller refuses at its field. */
export function sparkplugOfForm(form: SparkplugForm): SparkplugSettings {
  const { isEnabled, groupId, nodeId, primaryHostId, user, password, removesPassword, authorities, keepAlive, commands } = form;
  const written = removesPassword ? { password: null } : password === '' ? {} : { password };
  const servers = form.servers
    .map(({ url, fingerprint }) => ({ url: url.trim(), fingerprint: fingerprint.trim().toUpperCase() }))
    .filter(({ url }) => url !== '');
  return {
    ...{ isEnabled, groupId: groupId.trim(), nodeId: nodeId.trim(), primaryHostId: primaryHostId.trim(), user, authorities },
    ...{ ...written, keepAlive: keepAlive ?? 0 },
    servers: servers.map(({ url, fingerprint }) => (fingerprint === '' ? { url } : { url, fingerprint })),
    commands: commands.filter(takesCommands).map((one) => ({ ...one, key: one.key.trim() })),
  };
}

/** Whether a printer takes any command. */
export function takesCommands({ select, trigger, abort }: CommandsForm): boolean {
  return select || trigger || abort;
}
