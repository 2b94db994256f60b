import type { Words } from '../translation.ts';

/** Words of the page that shows what an update changed in the labels. */
export const labelProofs = {
  title: '更新后的标签',
  back: '返回标签',
  notice: '更新到 {version} 之后，{labels} 个标签中有 {n} 个与之前不同',
  noticeText: '它们会按现在的样子打印。打印之前请先查看。',
  look: '查看',
  none: '没有需要查看的标签',
  noneText: '控制器版本 {version} 与前一版本绘制结果不同的标签会列在这里。',
  running: '正在后台重新绘制所有标签：还剩 {n} 个',
  progress: '已重新绘制的标签',
  accept: '接受',
  acceptOne: '接受标签 {name} 现在的样子',
  acceptAll: '全部接受（{n} 个）',
  accepted: '已接受 {n} 个标签',
  compared: '控制器版本 {before} 与 {version} 对比，重新绘制于 {moment}',
  fontReplaced: '此标签的一种字体在此期间被替换：这也可能使它改变。',
  stillRefused: '测试通过之前无法选用。',
  picture: '{name} 中的变化',
  both: '两者都有',
  before: '只在更新之前',
  after: '只在现在',
  noExtension: '此控制器不比较其标签',
  noExtensionText: '这是 Strobe 的扩展功能，此控制器没有。',
  outcomes: {
    changed: '绘制结果不同',
    'test-failed': '有测试未通过',
    'not-drawn': '无法再绘制',
    same: '与之前相同',
  },
} satisfies Words<'labelProofs'>;
