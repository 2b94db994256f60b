import type { Words } from '../translation.ts';

/** Words of giving something another name. */
export const renaming = {
  action: '重命名',
  title: '重命名“{name}”',
  name: '新名称',
  hint: '使用旧名称的其他程序必须改用新名称。',
  confirm: '重命名',
  done: '“{from}”现在名为“{to}”。',
  none: '此控制器不能重命名。',
  unsaved: '请先保存或放弃对“{name}”的更改，然后才能重命名。',
  waiting: '对“{name}”的更改正在等待发送。发送或放弃之后才能重命名。',
  faults: {
    missing: '此处需要名称。',
    taken: '此名称已被使用。',
    dots: '名称不能只是 “.” 或 “..”。',
    control: '名称不能包含换行符和控制字符。',
    tooLong: '名称最多 255 个字符。',
  },
} satisfies Words<'renaming'>;
