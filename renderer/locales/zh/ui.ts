import type { Words } from '../translation.ts';

/** Words of the plain components. */
export const ui = {
  cancel: '取消',
  close: '关闭',
  clearSearch: '清除搜索',
  dismiss: '知道了',
  loading: '正在加载',
  notices: '通知',
  noPicture: '没有图片',
  pictureFailed: '无法显示图片',
  tryAgain: '重试',
  reason: {
    label: '原因',
    hint: '它会记入日志。',
    missing: '请填写原因：它会留在记录中。',
    tooLong: '最多 {n} 个字符。',
  },
  number: {
    missing: '此处需要填写数字。',
    notANumber: '这不是数字。',
    notWhole: '此处只能填写整数。',
    tooSmall: '不得小于 {min}。',
    tooBig: '不得大于 {max}。',
  },
} satisfies Words<'ui'>;
