import { describe, expect, test } from "vitest";
import { findings } from "../support/findings.ts";

// Expressions as users of workflow tools write them, over data of which nothing is known: inputs, a request's body, JSON
// that a command prints. None of them may draw a finding, not even a warning.

const upstream = `actionId: fetch
exec: { command: curl -s https://api.example.com }
---
actionId: count
exec: { command: wc -l }
---
actionId: remember
component: { name: memory, with: { action: retrieve, key: last } }
---
actionId: prepare
requires: [fetch]
after:
  - set('data', fromJSON(get('fetch')))
  - set('total', 0)
`;

/** As the value of an \`after\` entry, in a block scalar: no YAML quoting is in the way. */
const reading = (expression: string) => `${upstream}---
actionId: a
requires: [fetch, count, remember, prepare]
exec: { command: echo }
after:
  - |
    set('out', ${expression})
`;

const values = [
  // inputs and defaults
  "get('name') ?? 'world'",
  "get('name', 'world')",
  "default(get('name'), 'world')",
  "input('limit', 10) + 1",
  "int(get('limit') ?? 10)",
  "int(get('limit', '10')) * 2",
  "float(get('price')) * 1.19",
  "get('retries') + 1",
  "-get('offset')",
  "get('tags') ?? []",
  "get('verbose') == true",
  "get('env') in ['staging', 'production']",
  "get('ref') startsWith 'refs/tags/v'",
  "get('ref') matches '^refs/(heads|tags)/.+$'",
  "!(get('branch') contains '/')",
  "env('HOME') + '/.config'",
  "env('CI', 'false') == 'true'",
  "upper(env('STAGE', 'dev'))",
  // a request's body
  "get('body').user.name",
  "get('body').items[0].price * get('body').items[0].quantity",
  "get('body')?.user?.address?.city ?? 'unknown'",
  "get('body').email matches '(?i)^[a-z0-9._%+-]+@[a-z0-9.-]+\\\\.[a-z]{2,}$'",
  "len(get('body').items) > 0 and all(get('body').items, .price >= 0)",
  "get('body')['content-type'] ?? 'text/plain'",
  "sum(get('body').items, .price * .quantity)",
  "get('body').items | filter(.active) | map(.name) | join(', ')",
  "get('body').items | sortBy(.price, 'desc') | take(3) | map({{name: .name, price: .price}})",
  "groupBy(get('body').items, .category)",
  "map(toPairs(get('body').labels), #[0] + '=' + #[1]) | join(',')",
  "get('body').text | trim() | lower() | split(' ') | filter(len(#) > 3) | uniq()",
  "reduce(get('body').items, #acc + .price, 0)",
  "find(get('body').users, .id == get('id'))?.name ?? 'nobody'",
  "get('body').roles | any(# in ['admin', 'owner'])",
  "count(get('body').checks, .status != 'passed') == 0",
  "keys(get('body'))",
  "get('query').page ?? 1",
  "get('headers')['x-request-id'] ?? info('id')",
  "get('headers').authorization startsWith 'Bearer '",
  "get('token', 'header') != nil",
  // what commands print
  "fromJSON(get('fetch')).results[0].id",
  "fromJSON(get('fetch')) | filter(.state == 'open') | len()",
  "int(trim(get('count'))) > 100",
  "split(trim(get('fetch')), '\\n')",
  "get('fetch') | split('\\n') | filter(# != '') | map(trim(#))",
  "get('fetch')[0:80]",
  "get('fetch').exitCode == 0 ? 'ok' : get('fetch').stderr",
  "exec.exitCode('fetch') != 0 or exec.stderr('fetch') contains 'warning'",
  "get('fetch').success and get('count').success",
  "output('remember').success ? int(output('remember').value) + 1 : 1",
  "let lines = split(get('fetch'), '\\n'); lines[len(lines) - 1]",
  "let found = fromJSON(get('fetch')); {id: found.id, url: 'https://example.com/' + string(found.id)}",
  "if exec.exitCode('fetch') == 0 { fromJSON(get('fetch')) } else { [] }",
  "safe(fromJSON(get('fetch')), 'data.items.0.name') ?? 'none'",
  // stored values
  "get('data').items",
  "get('data')[0]?.name",
  "get('total') + len(get('data').items)",
  "{total: get('total'), items: get('data').items | map(.id)}",
  // texts, numbers, maps
  "'Hello, ' + (get('name') ?? 'world') + '!'",
  "\"It's \" + string(get('temperature')) + '°'",
  "repeat('=', 20)",
  "replace(lower(get('title')), ' ', '-')",
  "trimSuffix(get('path'), '.md') + '.html'",
  "urlencode(get('q')) + '&page=' + string(get('page') ?? 1)",
  "quote(get('path')) + ' --depth ' + string(get('depth') ?? 1)",
  "json({user: get('user'), at: info('timestamp')})",
  "toBase64(get('user') + ':' + get('password'))",
  "round(get('score') * 100) / 100",
  "max(get('x'), get('y'), 0)",
  "min(map(get('list'), .size)) ?? 0",
  "mean(get('samples')) > 0.9 and median(get('samples')) > 0.8",
  "get('n') % 2 == 0 ? 'even' : 'odd'",
  "1..get('n') | map(# ** 2)",
  "(get('x') ?? 0) + (get('y') ?? 0)",
  "type(get('x')) == 'array' ? len(get('x')) : 1",
  "get('x') == nil or get('x') == ''",
  "not (get('x') in [nil, '', 'none'])",
  "first(get('list'))?.id ?? last(get('list'))?.id",
  "get('list')[-1]",
  "get('list')[1:]",
  "concat(get('list') ?? [], ['last'])",
  "sort(get('list')) == get('list')",
  "flatten([get('list'), [1, [2]]])",
  "values(get('map')) | sum()",
  "fromPairs([['a', 1], ['b', get('y')]])",
  // dates
  "now().Format('2006-01-02')",
  "date(get('start')).Add(duration('24h')) < now()",
  "(now() - date(get('since'))).Hours() > 24",
  "now().Sub(date(get('since'))) > duration(get('limit') ?? '1h')",
  "date(get('day'), '2006-01-02', 'Europe/Berlin').Weekday().String()",
  "now().In(timezone(get('zone') ?? 'UTC')).Hour() >= 9",
  "date(info('timestamp')).Year() == 2026",
  "duration(get('timeout')).Seconds() * 2",
  "now() + duration('1h') > date(get('until'))",
  "get('when').Format('15:04')",
  "get('when') - duration('5m')",
];

describe(`${values.length} everyday expressions draw no finding`, () => {
  test("there are enough of them", () => {
    expect(new Set(values).size).toBe(values.length);
    expect(values.length).toBeGreaterThanOrEqual(60);
  });

  test.each(values)("%s", (expression) => {
    expect(findings(reading(expression))).toEqual([]);
  });
});

const conditions = [
  "get('env') == 'production'",
  "get('body').amount > 0",
  "get('dryRun') ?? false",
  "not get('enabled')",
  "len(get('items')) == 0",
  "get('fetch').exitCode != 0",
  "env('SKIP', '') != ''",
  "get('user').roles contains 'admin' or get('force') == true",
  "get('name') matches '^[a-z0-9-]+$'",
  "date(get('expires')) < now()",
  "{{ get('changed') == 'true' }}",
];

describe("everyday conditions draw none either", () => {
  test.each(conditions)("%s", (condition) => {
    const validations = `validations:\n  check:\n    - |\n      ${condition}`;
    expect(
      findings(
        `${upstream}---\nactionId: a\nrequires: [fetch, count, remember, prepare]\n${validations}\nexec: { command: echo }\n`,
      ),
    ).toEqual([]);
  });
});

const templates = [
  "echo {{ quote(get('name')) }}",
  'echo {{ quote(get("name") ?? "world") }} > out.txt',
  "echo {{ get('mode') in ['fast', 'slow'] ? get('mode') : 'fast' }} {{ get('retries') + 1 }} > out.txt",
  "curl -H 'Authorization: Bearer {{ env(\"TOKEN\") }}' https://example.com/{{ urlencode(get('id')) }}",
  "for f in {{ get('paths') | map(quote(#)) | join(' ') }}; do echo $f; done",
  "echo {{ {a: {b: 1}}.a.b }} ${HOME} {{ '}}' }}",
  "awk '{print $1}' {{ quote(get('path')) }} | head -{{ int(get('n', 10)) }}",
  "echo {{quote(get('x'))}}{{quote(get('y'))}}",
];

describe("nor do everyday templates", () => {
  test.each(templates)("%s", (template) => {
    expect(findings(`actionId: a\nexec:\n  command: |\n    ${template}\n  timeout: 5s\n`)).toEqual([]);
  });
});
