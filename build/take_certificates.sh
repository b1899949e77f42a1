#!/bin/sh
# Makes the certificates in a release's secrets ready for build/signing.py; without them it does nothing and says so.
set -eu
work=${RUNNER_TEMP:?}
if [ "$RUNNER" = macOS ] && [ -n "${MACOS_CERTIFICATE:-}" ]; then
    keychain=$work/house-rules.keychain-db
    password=$(openssl rand -hex 24)
    echo "$MACOS_CERTIFICATE" | base64 --decode > "$work/certificate.p12"
    security create-keychain -p "$password" "$keychain"
    security set-keychain-settings -lut 3600 "$keychain"
    security unlock-keychain -p "$password" "$keychain"
    security import "$work/certificate.p12" -k "$keychain" -P "$MACOS_CERTIFICATE_PASSWORD" -T /usr/bin/codesign
    security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" > /dev/null
    security list-keychains -d user -s "$keychain" login.keychain-db
    rm "$work/certificate.p12"
    echo "HOUSE_RULES_CODESIGN_IDENTITY=$MACOS_IDENTITY" >> "$GITHUB_ENV"
    if [ -n "${APPLE_ID:-}" ]; then
        xcrun notarytool store-credentials house-rules --keychain "$keychain" \
            --apple-id "$APPLE_ID" --team-id "$APPLE_TEAM" --password "$APPLE_PASSWORD"
        printf '%s\n' "HOUSE_RULES_NOTARY_PROFILE=house-rules" "HOUSE_RULES_KEYCHAIN=$keychain" >> "$GITHUB_ENV"
    fi
elif [ "$RUNNER" = Windows ] && [ -n "${AZURE_CLIENT_ID:-}" ]; then
    nuget install Microsoft.Trusted.Signing.Client -Version 1.0.95 -ExcludeVersion -OutputDirectory "$work"
    printf '{"Endpoint": "%s", "CodeSigningAccountName": "%s", "CertificateProfileName": "%s"}\n' \
        "$AZURE_ENDPOINT" "$AZURE_ACCOUNT" "$AZURE_PROFILE" > "$work/azure.json"
    library="$work/Microsoft.Trusted.Signing.Client/bin/x64/Azure.CodeSigning.Dlib.dll"
    printf '%s\n' "HOUSE_RULES_AZURE_LIBRARY=$library" "HOUSE_RULES_AZURE_PROFILE=$work/azure.json" >> "$GITHUB_ENV"
else
    echo "no certificate for $RUNNER: this build is not signed by a known developer"
fi
