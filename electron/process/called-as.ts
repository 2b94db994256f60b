/** Set by the command `strobe` of the installed package; a program that is started from a checkout does not have it. */
export const STROBE_COMMAND = 'STROBE_COMMAND';

/** How a person calls a program, for texts: `strobe controller` where the package is installed, `npm run controller --` in a checkout. */
export function calledAs(program: 'controller' | 'station' | 'plant', env: NodeJS.ProcessEnv = process.env): string {
  return env[STROBE_COMMAND] === undefined ? `npm run ${program} --` : `${env[STROBE_COMMAND]} ${program}`;
}
