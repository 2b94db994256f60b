import type { Words } from '../translation.ts';

/** Words of how the page knows its scanner. */
export const scanner = {
  title: '扫描器',
  note: '像键盘一样输入的扫描器，按速度与手工输入区分。',
  prefix: '每次扫描前的字符',
  prefixHint: '留空，除非扫描器设置为发送前缀。有前缀时扫描可以确定识别，在搜索框中也一样。',
  confirmCode: '表示确认的代码',
  confirmCodeHint: '扫描它可代替按确认键。请打印并挂好。留空：只有按键可确认。',
  tooAlike: '产品可能使用此代码：请选用带字母的代码。',
  try: '试一试：在此扫描',
  tryHint: '不会执行任何操作。',
  heard: '识别为扫描：{text}',
  heardGtin: '它是 GTIN：{gtin}',
  heardConfirm: '它是表示确认的代码。',
  heardAsTyping: '这像手工输入，不像扫描。扫描器是否设置为在末尾发送 Enter，并在前面发送前缀字符？',
} satisfies Words<'scanner'>;
