// npm runs this at the end of an install, under the Node that came with it: one line for those whose own Node is older
// than flowc needs. What npm would say of it by itself is a block for each package (`loglevel` in .npmrc).

const needed = [22, 14] as const;
const [, version = "", major, minor] =
  /\bnode\/v((\d+)\.(\d+)\S*)/.exec(process.env["npm_config_user_agent"] ?? "") ?? [];
const isOlder = Number(major) < needed[0] || (Number(major) === needed[0] && Number(minor) < needed[1]);
if (isOlder) {
  console.log(
    `Node ${version} is older than the ${needed.join(".")} that flowc needs: npx and npm scripts here take the ` +
      `${process.version.slice(1)} that was installed with it`,
  );
}
