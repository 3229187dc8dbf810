/** Page of the console: the levels, and the memberships that end last. Its data comes from operations of the plugin. */
const texts = {
  en: {
    levels: 'Levels',
    members: 'Latest memberships',
    name: 'Name',
    month: 'Month',
    year: 'Year',
    user: 'User',
    level: 'Level',
    state: 'State',
    deadline: 'Until',
    valid: 'valid',
    expired: 'expired',
    change: 'All levels and memberships are in Records:',
    none: 'None.',
  },
  zh: {
    levels: '等级',
    members: '最近的会员',
    name: '名称',
    month: '每月',
    year: '每年',
    user: '用户',
    level: '等级',
    state: '状态',
    deadline: '到期时间',
    valid: '有效',
    expired: '已过期',
    change: '在“数据”中管理等级和会员：',
    none: '无。',
  },
};

const lists = { vip_levels: '/api/plugins/vip/vip_levels', memberships: '/api/plugins/vip/memberships' };

class VipMemberships extends HTMLElement {
  async connectedCallback() {
    const { request, language } = this.console;
    this.tag = language === 'zh' ? 'zh-CN' : 'en-GB';
    const t = texts[language];
    try {
      const [levels, memberships] = await Promise.all([
        request('GET', lists.vip_levels),
        request('GET', `${lists.memberships}?limit=20`),
      ]);
      this.append(
        element('h2', t.levels),
        table(t, [t.name, t.month, t.year], levels.data.map(levelRow)),
        element('h2', t.members),
        table(
          t,
          [t.user, t.level, t.state, t.deadline],
          memberships.data.data.map((one) => this.memberRow(one, t)),
        ),
        this.links(t),
      );
    } catch (error) {
      // The console itself reports the end of the session, and a server that does not answer.
      if (error.status !== 401 && error.status !== 0) this.append(element('p', error.message));
    }
  }

  memberRow({ userId, nickname, vipName, state, deadline }, t) {
    const address = `/records?list=${encodeURIComponent(lists.memberships)}&record=${userId}`;
    return [
      this.link(address, nickname ?? userId),
      vipName,
      t[state],
      new Date(deadline).toLocaleDateString(this.tag, { dateStyle: 'medium' }),
    ];
  }

  links(t) {
    const place = element('p', `${t.change} `);
    for (const [name, list] of Object.entries(lists))
      place.append(this.link(`/records?list=${encodeURIComponent(list)}`, name), ' ');
    return place;
  }

  link(path, text) {
    const link = element('a', text);
    link.href = `/console${path}`;
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.console.go(path);
    });
    return link;
  }
}

function levelRow({ name, monthPrice, yearPrice }) {
  return [name, monthPrice, yearPrice];
}

/** Creates an element; texts in the content are not parsed as HTML. */
function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

function table(t, titles, rows) {
  if (rows.length === 0) return element('p', t.none);
  const head = element('tr', ...titles.map((title) => Object.assign(element('th', title), { scope: 'col' })));
  const body = rows.map((cells) => element('tr', ...cells.map((cell) => element('td', cell))));
  const place = element('div', element('table', element('thead', head), element('tbody', ...body)));
  place.className = 'scroll';
  return place;
}

customElements.define('vip-memberships', VipMemberships);
