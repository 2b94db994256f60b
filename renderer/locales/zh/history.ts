import type { Words } from '../translation.ts';

/** Words of the print history and of the last prints. */
export const history = {
  title: '历史',
  resolution: '分辨率',
  MINUTES: '分钟',
  HOURS: '小时',
  DAYS: '天',
  WEEKS: '周',
  chart: '打印量随时间变化',
  loading: '正在读取历史',
  prints: {
    title: '最近的打印',
    none: '还没有打印过。',
    noExtensions: '此控制器不保存打印图片。',
    alt: '打印 {id}',
    more: '显示更多',
    reprint: '补打',
    state: {
      reserved: '已预留',
      sent: '已发送',
      printed: '已打印',
      void: '未打印',
      unknown: '不明',
    },
  },
} satisfies Words<'history'>;
