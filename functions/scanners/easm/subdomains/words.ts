/**
 * Labels that organisations give to their hosts: services, environments, products under their own name, and the usual
 * numbering. All distinct, lower case, the likeliest first.
 */
export const subdomainWords: readonly string[] = `
  www mail api app dev staging test admin portal vpn remote webmail blog shop smtp imap pop mx ns1 ns2 ftp sftp
  cdn static assets media img images files upload uploads download downloads docs help support status login auth sso id accounts
  account my secure gateway proxy m mobile beta demo uat qa preprod prod stage sandbox preview internal intranet
  extranet git gitlab github svn code repo jenkins ci cd build deploy artifacts nexus artifactory registry docker
  harbor sonar jira confluence wiki kb monitor monitoring grafana prometheus kibana elastic elasticsearch logs log
  logging sentry zabbix nagios metrics db database mysql postgres postgresql mongo mongodb redis sql mssql oracle
  cache memcached backup backups old new legacy archive v1 v2 api1 api2 api-dev api-staging api-test dev-api
  staging-api graphql rest ws websocket socket events webhook webhooks hooks mq rabbitmq kafka queue s3 storage
  minio bucket cloud aws azure gcp k8s kubernetes rancher cluster node node1 node2 web web1 web2 web01 web02 app1
  app2 server server1 server2 host host1 www1 www2 www3 srv srv1 lb lb1 edge origin origin-www waf fw firewall
  router switch bastion jump jumphost ssh rdp desktop citrix owa exchange autodiscover autoconfig mta-sts outlook office lync skype meet
  teams chat mattermost rocketchat slack voip sip pbx phone video conference webinar zoom crm erp sap hr payroll
  finance billing pay payment payments checkout invoice invoices store cart orders order catalog inventory
  warehouse logistics partner partners vendor vendors supplier customer customers client clients user users
  members member community forum forums social news press careers jobs events-api marketing promo campaign
  landing go link links url short t track tracking analytics stats stat matomo piwik tag ads ad search map maps
  geo feed rss survey forms form feedback book booking reserve travel learn learning lms moodle training academy
  edu school library research lab labs data datalake bi tableau report reports reporting dashboard panel cpanel
  whm plesk webdisk webadmin phpmyadmin pma adminer console manage manager management control cms wp wordpress
  drupal joomla magento shopify ghost directus strapi headless content newsletter lists list mailer mta relay
  smtp1 smtp2 mail1 mail2 mx1 mx2 mx01 mailgw spam antispam ns ns0 ns3 ns4 dns dns1 dns2 ntp time whois ldap ad1
  dc dc1 dc01 radius kerberos keycloak okta adfs oauth idp iam vault secrets pki ca crl ocsp cert certs security
  scan siem soc vpn1 vpn2 ssl sslvpn openvpn wireguard connect access guest wifi iot device devices camera cam nvr
  printer print scada plc tv stream streaming live vod play player game games tools tool utils ops devops sre
  infra infrastructure terraform ansible puppet chef airflow jupyter notebook spark hadoop hue superset metabase
  redash argocd argo teamcity bamboo octopus traefik consul nomad istio kong
  swagger openapi developer developers dev1 dev2 dev3 development local localhost temp tmp tst testing test1
  test2 test3 int integration acc acceptance perf load training2 dr failover mirror repo2 packages npm pypi maven
`
  .trim()
  .split(/\s+/);
