import type { Words } from '../translation.ts';

/** Words of the panels about shift codes. */
export const shiftCodes = {
  title: '班次码',
  new: '新建班次码',
  none: '还没有班次码',
  noneText: '班次码在每个班次打印不同的文本。请新建一个，并用它的代码打印。',
  noExtension: '此控制器没有自己的班次码',
  name: '班次码',
  nameHint: '标签用 {code} 打印它',
  prints: '当前打印',
  edit: '编辑班次码“{name}”',
  newTitle: '新建班次码',
  time: '开始时间',
  code: '打印',
  add: '添加班次',
  drop: '去掉 {time} 开始的班次',
  now: '按 {zone} 时钟，现在打印',
  change: '{day} {time}：{code}',
  noChange: '全天打印相同内容。',
  description: '说明',
  save: '保存',
  saved: '班次码“{name}”已保存。',
  delete: '删除',
  removal: {
    title: '删除班次码“{name}”？',
    text: '打印它的标签将不能再选用。',
    confirm: '删除',
  },
  removed: '班次码“{name}”已删除。',
  discard: {
    title: '放弃已输入的内容？',
    text: '“{name}”保持已保存的内容。',
    confirm: '放弃',
    cancel: '继续编辑',
  },
  faults: {
    time: '请填写一天中的时间，例如 06:00。',
    code: '此处需要填写文本。',
    twice: '另一班次也在此时间开始。',
    name: {
      missing: '此处需要填写名称。',
      taken: '已有同名班次码。',
      control: '名称中不能有换行和控制字符。',
      tooLong: '名称最多 255 个字符。',
    },
  },
} satisfies Words<'shiftCodes'>;
