import type { outcomes as en } from './en_outcomes.ts';

/** Texts in Chinese about results of operations, confirmations and errors. */
export const outcomes: Readonly<Record<keyof typeof en, string>> = {
  cannotServe: '服务器暂时无法提供服务，恢复后页面会继续。',
  notDone: '未完成：服务器没有响应，请在恢复后重试。',
  nothingSaved: '未保存。',
  notEmpty: '不能为空：空值会保留当前值',
  notSignedIn: '未完成：会话已结束，请重试。',
  active: '运行中',
  added: '已新增。',
  finished: '已完成：{what}',
  shownOnce: '请立即复制：只显示这一次。',
  copy: '复制',
  copied: '已复制。',
  openRecord: '打开记录',
  columns: '列',
  goAhead: '确定',
  question: '涉及 {what}。',
  breaksWarning: '此插件会破坏计划中标出的功能。添加之前请先阅读计划。',
  aboutPlugin: '与此插件有关的检查结果',
  lastErrors: '最近的错误',
  requestId: '请求编号',
  openPlugin: '打开插件',
  aloneAtAddress: '没有其他模块提供此地址',
  lastInOrder: '它的模块在顺序 {modules} 中排在最后',
};
