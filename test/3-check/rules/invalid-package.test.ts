import { expect, test } from "vitest";
import { pythonPackage } from "../../../compiler/3-check/rules/python-package.ts";
import type { RuleContext } from "../../../compiler/3-check/rules/rule.ts";

function refused(...packages: readonly string[]): readonly string[] {
  const messages: string[] = [];
  const located = packages.map((value) => ({ value, span: undefined }));
  const context = {
    workflow: { python: { packages: located } },
    report: (_code: string, _at: unknown, message: string) => messages.push(message),
  };
  pythonPackage(context as unknown as RuleContext);
  return messages;
}

test("requirements as pip reads them are taken", () => {
  const good = [
    "requests",
    "a",
    "ruamel.yaml",
    "zope-interface_x",
    "requests==2.31.0",
    "requests >= 2.8.1, == 2.8.*",
    "requests[security,tests]>=2.8.1",
    "torch==2.1.0+cpu",
    "x~=1.0",
    "x===1.0-local",
    "x!=1.1,<2",
    "pip @ https://github.com/pypa/pip/archive/1.3.1.zip#sha1=da9234ee",
    "tool @ git+https://host/repo.git@main",
    "tool@file:///opt/x.whl",
    "x; python_version < \"3.10\" and sys_platform == 'win32'",
    'x>=1; "linux" in sys_platform',
  ];
  expect(refused(...good)).toEqual([]);
});

test("options, shell, and what else is not a requirement are refused", () => {
  const bad = [
    "",
    " ",
    "-r requirements.txt",
    "--index-url=http://host",
    "./folder",
    "a b",
    "a && b",
    "a; import os",
    "a>=",
    "a>=1,",
    "a>=1 <2",
    "a @ ftp://host/x",
    "a[",
    "a\n-r b",
    "a-",
  ];
  expect(refused(...bad)).toEqual(bad.map((name) => `"${name}" is not a valid Python package`));
});

test("a long text is read in linear time", () => {
  const start = performance.now();
  refused(
    `a${"-a".repeat(50_000)}!`,
    `a>=${"1,>=".repeat(20_000)}`,
    `a${" ".repeat(50_000)}!`,
    `a[${"b,".repeat(50_000)}`,
  );
  expect(performance.now() - start).toBeLessThan(5_000);
});
