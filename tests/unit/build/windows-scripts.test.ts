import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The PowerShell scripts of the Windows package. No PowerShell runs here: this test reads them for what must be in them, for what must not, and for
 * brackets and quotes that do not match.
 */
const FOLDER = join(import.meta.dirname, '../../../build/windows');
const SCRIPTS = globSync('*.ps1', { cwd: FOLDER }).map((name) => join(FOLDER, name));

const FORBIDDEN = [
  /\b(Invoke-Expression|iex|Invoke-Command|Start-Process|Add-Type)\b/i,
  /\b(Invoke-WebRequest|iwr|Invoke-RestMethod|irm|curl|wget|Start-BitsTransfer|DownloadString|DownloadFile|WebClient)\b/i,
  /\b(Set-ExecutionPolicy|ExecutionPolicy\s+Bypass|Bypass)\b/i,
  /\b(AsPlainText|ConvertTo-SecureString|PSCredential)\b/i,
  /-EncodedCommand|FromBase64String/i,
  /\bRemove-Item\b|\bdel\b|\brmdir\b|\bFormat-Volume\b/i,
  /-ErrorAction\s+SilentlyContinue(?!\))/i,
  /https?:\/\//i,
];

const REQUIRED = [
  /^#Requires -Version 5\.1$/m,
  /^#Requires -RunAsAdministrator$/m,
  /^\[CmdletBinding\(\)\]$/m,
  /^Set-StrictMode -Version Latest$/m,
];

/** Every cmdlet that the scripts use. A new one is added here after a look at what it does. */
const CMDLETS = [
  ...['Get-ScheduledTask', 'Stop-ScheduledTask', 'Unregister-ScheduledTask', 'Register-ScheduledTask', 'Start-ScheduledTask'],
  ...['New-ScheduledTaskAction', 'New-ScheduledTaskTrigger', 'New-ScheduledTaskPrincipal', 'New-ScheduledTaskSettingsSet'],
  ...['Join-Path', 'New-Item', 'New-TimeSpan', 'Out-Null', 'Set-StrictMode', 'Test-Path', 'Write-Output'],
];

/** The code without comments, and with empty strings. Throws for a string or comment without an end. */
function codeOf(script: string): string {
  const token = /<#[\s\S]*?#>|#[^\n]*|'(?:[^']|'')*'|"(?:[^"`]|`[\s\S]|"")*"/g;
  const code = script.replaceAll(token, (text) => (/^["']/.test(text) ? '""' : ''));
  const open = /<#|'|(?<!")"(?!")/.exec(code);
  if (open) throw new Error(`The script has a string or comment without an end: ${code.slice(open.index, open.index + 40)}`);
  return code;
}

/** The first bracket that does not match; undefined if all do. */
function findBracket(code: string): string | undefined {
  const pairs: Record<string, string> = { ')': '(', '}': '{', ']': '[' };
  const open: string[] = [];
  for (const [index, character] of [...code].entries()) {
    if ('([{'.includes(character)) open.push(character);
    if (character in pairs && open.pop() !== pairs[character]) return `${character} at ${index}`;
  }
  return open.at(-1);
}

function faultsOf(script: string): string[] {
  const code = codeOf(script);
  const cmdlets = new Set(code.match(/(?<![\w$-])[A-Z][a-z]+-[A-Z][A-Za-z]+\b/g));
  return [
    ...FORBIDDEN.filter((pattern) => pattern.test(script)).map((pattern) => `contains ${pattern.source}`),
    ...REQUIRED.filter((pattern) => !pattern.test(script)).map((pattern) => `lacks ${pattern.source}`),
    ...(script.includes("\n$ErrorActionPreference = 'Stop'\n") ? [] : ['goes on after an error']),
    ...(/^[\t\n\x20-\x7e]*$/.test(script) ? [] : ['is not plain ASCII, which Windows PowerShell reads in the code page of the computer']),
    ...[...cmdlets].filter((name) => !CMDLETS.includes(name)).map((name) => `uses ${name}`),
    ...[findBracket(code)].filter((bracket) => bracket !== undefined).map((bracket) => `has a bracket without its other half: ${bracket}`),
  ];
}

describe('the scripts for Windows', () => {
  it('are there', () => {
    expect(SCRIPTS.map((file) => basename(file))).toEqual(['controller-task.ps1']);
  });

  it.each(SCRIPTS)('have no faults: %s', (file) => {
    expect(faultsOf(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('are refused with a string that has no end', () => {
    expect(() => codeOf("throw 'A path")).toThrow('without an end');
    expect(() => codeOf('throw "A path')).toThrow('without an end');
    expect(codeOf("$a = 'it''s' # don't\n$b = \"a `\" b\"")).toBe('$a = "" \n$b = ""');
  });

  const [file = ''] = SCRIPTS;
  it.each([
    ['if ($Remove) {', 'if ($Remove) {{'],
    ["$ErrorActionPreference = 'Stop'", "$ErrorActionPreference = 'Continue'"],
    ['#Requires -RunAsAdministrator\n', ''],
    ['Out-Null\n', 'Out-Null\nInvoke-Expression $Arguments\n'],
    ['Out-Null\n', 'Out-Null\nRemove-Item -Recurse $Data\n'],
    ['Out-Null\n', 'Out-Null\nInvoke-WebRequest https://evil.example\n'],
    ['Out-Null\n', 'Out-Null\nRestart-Computer\n'],
    ['the task', 'die Aufgabe für'],
  ])('would have faults with "%s" replaced by "%s"', (text, by) => {
    const changed = readFileSync(file, 'utf8').replace(new RegExp(text.replaceAll(/[$()'{}|]/g, String.raw`\$&`), 'i'), () => by);
    expect(faultsOf(changed)).not.toEqual([]);
  });
});
