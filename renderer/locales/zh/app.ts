import type { Words } from '../translation.ts';

/** Words of the frame around every page. */
export const app = {
  name: 'Strobe',
  wordsMissing: '无法获取所选语言的文字。请重新加载页面。',
  skip: '跳到正文',
  navigation: '主导航',
  nav: {
    monitor: '监控',
    labels: '标签',
    tables: '数据表',
    variables: '变量',
    connections: '连接',
  },
  connection: '控制器',
  displaySettings: '显示设置',
  age: {
    seconds: '{n} 秒',
    minutes: '{n} 分钟',
    hours: '{n} 小时',
    days: '{n} 天',
  },
  station: {
    connecting: '正在连接操作站',
    lost: '操作站自 {time} 起没有应答。',
    lostDetail: '您看到的是当时的内容。页面会自动重新连接；打印机不受影响，继续工作。',
  },
  safeMode: '{name} 多次崩溃后以安全模式运行：只显示数据。重新启动 Strobe 后才能再次打印。',
  clock: {
    doubtful: {
      title: '已停止打印：{name} 的时钟可能不准。',
      detail: '它显示 {now}，而应为 {expected}（{timeZone}）。时钟正确请确认，否则请校准。',
    },
    stepped: {
      title: '{name} 的时钟被调整过。',
      detail: '它显示 {now}，而应为 {expected}（{timeZone}）。在您确认或校准时钟之前，不打印带日期的标签。',
    },
    confirm: '时钟正确',
  },
  recovery: {
    title: '已停止打印：{name} 的数据是恢复的。',
    reasons: {
      backup: '数据来自备份，备份不知道此后打印了什么。',
      older: '数据比已打印的内容更旧。',
      other: '数据属于另一台控制器，而不是在此打印的那一台。',
      copied: '数据来自数据文件夹的副本，该副本不知道此后打印了什么。',
      'marks-lost': '已无法读取序列号到了哪里。',
    },
    until: '数据记录了 {moment} 之前的打印。',
    counter: '计数器“{name}”从 {from} 前进到 {to}，越过所有可能已打印的值。',
    ended: '已结束 {n} 个任务：请从产线当前的位置重新选用。',
    look: '查看并确认',
    question: '用 {name} 恢复的数据打印吗？',
    consequence: '请将计数器以及逐行打印的数据表行与最后的产品进行核对。此后已打印的行如果重新选用，可能会再次打印。',
    confirm: '用这些数据打印',
    notYet: '暂不',
  },
  signedOut: {
    title: '请通过启动地址打开 Strobe',
    text: '此浏览器尚未登录操作站。请在操作站所在的计算机上任选一种方式：',
    file: '打开操作站数据文件夹中的此文件：',
    command: '运行此命令，然后打开它输出的地址。如果操作站的数据文件夹不是 “data”，请加上 --data 和该文件夹：',
    once: '每个启动地址只能使用一次，之后可在同一位置取得下一个。浏览器登录后，此页面会自动继续。打印机不受影响，继续工作。',
  },
  missing: {
    title: '没有这个页面',
    text: '该地址不指向任何页面。请回到监控页面重新选择。',
    back: '回到监控',
  },
} satisfies Words<'app'>;
