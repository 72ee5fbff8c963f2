/**
 * The name of an image, with a tag, a digest or both (distribution's reference grammar): `registry:5000/node:24-slim@sha256:…`.
 * Nothing in it means anything to a Dockerfile.
 */
export const imageName =
  /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?::\d{1,5})?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[\da-f]{64})?$/i;

/** The name of a label, as the OCI image specification asks for it: words between dots, as in `org.example.team`. */
export const labelName = /^[a-z0-9]+(?:[._-][a-z0-9]+)+$/i;
