import type { EmailSettings } from '#contract/api-v3/email.ts';

/** The SMTP server in the form. Texts are as they were typed. */
export interface ServerForm {
  isEnabled: boolean;
  host: string;
  port: number | undefined;
  security: EmailSettings['security'];
  user: string;
  password: string;
  hasPassword: boolean;
  removesPassword: boolean;
  sender: string;
  authorities: string;
}

/** The form of stored settings; sending is offered for a server that is set up the first time. */
export function formOfServer({
  isEnabled,
  host,
  port,
  security,
  user,
  passwordSet = false,
  sender,
  authorities,
}: EmailSettings): ServerForm {
  return {
    ...{ isEnabled: isEnabled || host === '', host, port, security, user, sender, authorities },
    ...{ password: '', hasPassword: passwordSet, removesPassword: false },
  };
}

/** The settings of a form, with the stored rules. An empty number is sent as 0, which the controller refuses at its field. */
export function serverOfForm(form: ServerForm, stored: EmailSettings): EmailSettings {
  const { isEnabled, host, port, security, user, password, hasPassword, removesPassword, sender, authorities } = form;
  const kept = hasPassword ? { password: null, passwordSet: true } : {};
  const written = removesPassword ? { password: null, passwordSet: false } : password === '' ? kept : { password };
  return {
    ...{ isEnabled, host: host.trim(), port: port ?? 0, security, user: user.trim(), sender: sender.trim(), authorities },
    ...{ ...written, rules: stored.rules },
  };
}
