import type { Words } from '../translation.ts';

/** Words of what only a person can say about prints. */
export const ledger = {
  unknown: {
    title: '有 {n} 次打印不明：是否已打印？',
    text: '打印进行中，与打印机或控制器的连接中断。请从头到尾查看产品并说明结果。系统不会自行补打。',
    hint: '例如：在产品上看到',
    printed: {
      action: '已打印',
      title: '“{print}”在 {printer} 上已打印？',
      detail: '从现在起按已打印计数，其序列号在产品上。此结论连同您填写的原因留在记录中。',
      done: '已打印：{print}',
    },
    void: {
      action: '未打印',
      title: '“{print}”在 {printer} 上未打印？',
      detail: '从现在起按未打印计数；其序列号不再使用。此结论连同您填写的原因留在记录中。',
      done: '未打印：{print}',
    },
  },
  gaps: {
    title: '没有打印的产品',
    text: '触发已到达，但无法打印。没有占用序列号。',
    more: '显示更多',
  },
  reprint: {
    action: '补打',
    title: '在 {printer} 上补打“{print}”？',
    detail: '立即打印：相同的图片、相同的序列号，行和计数器都不前进。请取走第一件，以免两件产品相同。此操作连同您填写的原因留在记录中。',
    hint: '例如：标签破损',
    done: '已在 {printer} 上补打：{print}',
  },
  count: {
    title: '打印机计数不一致',
    text: '{printer} 自身计数的标识次数与此控制器的打印记录不符。可能有人手动打印过，或将其计数清零。请查明原因，然后采用它的计数。',
    counted: '打印机的标识次数',
    explained: '有打印记录的次数',
    action: '采用其计数',
    hint: '例如：清洗后手动试打',
    confirmTitle: '采用 {printer} 的计数？',
    confirmDetail: '以它的 {counted} 次标识为准；其中 {explained} 次有打印记录。此操作连同您填写的原因留在记录中。',
    done: '已采用 {printer} 的计数',
  },
} satisfies Words<'ledger'>;
